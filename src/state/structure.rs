//! The shape of the structures (R2.1) and which slots are accessible (R2.2).
//!
//! A slot (0..=19) is a place as the rules count it. Inside a state it has a *lane* (0..=31), a bit position chosen
//! so that in each age the two slots covering a slot stand at two fixed distances above it; accessibility of the
//! whole structure is then two shifts. The four lanes that no structure uses hold the prices of a city's wonders.

use crate::components::PLACES;

/// How many slots a structure has.
pub const SLOTS: usize = 20;

/// A slot's bit position in a state.
pub(crate) type Lane = usize;

/// Lane = (row · ROW + column · COLUMN + OFFSET) / 2 with rows and columns counted from 0, columns from the middle.
const ROW: [i32; 3] = [13, 13, 7];
const COLUMN: [i32; 3] = [1, 1, 5];
const OFFSET: [i32; 3] = [5, 5, 9];
const MIDDLE: i32 = 6;

/// The lanes of a city's wonders, in the order of the draft.
pub(crate) const WONDER_LANES: [Lane; 4] = [6, 12, 18, 25];
/// The same as a mask.
pub(crate) const WONDER_MASK: u32 = 1 << 6 | 1 << 12 | 1 << 18 | 1 << 25;

/// The geometry of one age's structure; lanes and slots as tables.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Distance in lanes to the covering slot at (row + 1, column - 1), and to the one at (row + 1, column + 1).
    cover: (u32, u32),
    /// The lane of each slot.
    pub lane: [u8; SLOTS],
    /// The slot of each lane; says nothing where the structure has none.
    pub slot: [u8; 32],
    /// The lanes of all slots.
    pub all: u32,
    /// The lanes of the rows dealt face up (odd rows).
    pub face_up: u32,
    /// The lanes of row 1, the far end.
    pub row_one: u32,
}

const fn shape(age: usize) -> Shape {
    let (down, across) = (ROW[age], COLUMN[age]);
    let cover = (i32::midpoint(down, -across) as u32, i32::midpoint(down, across) as u32);
    let mut shape = Shape { cover, lane: [0; SLOTS], slot: [0; 32], all: 0, face_up: 0, row_one: 0 };
    let mut slot = 0;
    while slot < SLOTS {
        let (row, column) = PLACES[age][slot];
        let twice = (row as i32 - 1) * down + (column as i32 - MIDDLE) * across + OFFSET[age];
        assert!(twice % 2 == 0 && twice >= 0 && twice < 64);
        let lane = (twice / 2) as usize;
        assert!(shape.all >> lane & 1 == 0);
        shape.lane[slot] = lane as u8;
        shape.slot[lane] = slot as u8;
        shape.all |= 1 << lane;
        if row % 2 == 1 {
            shape.face_up |= 1 << lane;
        }
        if row == 1 {
            shape.row_one |= 1 << lane;
        }
        slot += 1;
    }
    assert!(shape.all & WONDER_MASK == 0);
    shape
}

/// The three structures by age; before Age I the structure is empty and its shape says nothing.
pub(crate) static SHAPES: [Shape; 4] = [shape(0), shape(0), shape(1), shape(2)];

impl Shape {
    /// The structure of an age.
    #[inline(always)]
    pub(crate) fn of_age(age: u8) -> &'static Self {
        &SHAPES[age as usize & 3]
    }

    /// R2.2: the lanes of `present` that no other lane of `present` covers.
    #[inline(always)]
    pub(crate) const fn accessible(&self, present: u32) -> u32 {
        present & !(present >> self.cover.0 | present >> self.cover.1)
    }

    /// The lanes covering or hiding a lane (R2.2).
    pub(crate) const fn covering(&self, lane: Lane) -> u32 {
        let bit = 1u64 << lane;
        ((bit << self.cover.0 | bit << self.cover.1) as u32) & self.all
    }

    /// A mask of lanes as a mask of slots.
    #[inline(always)]
    pub(crate) fn slots(&self, mut lanes: u32) -> u32 {
        let mut slots = 0;
        while lanes != 0 {
            slots |= 1 << (self.slot[lanes.trailing_zeros() as usize & 31] & 31);
            lanes &= lanes - 1;
        }
        slots
    }

    /// The lowest slot among lanes, if there is one.
    pub(crate) fn first_slot(&self, lanes: u32) -> Option<u8> {
        (lanes != 0).then(|| self.slots(lanes).trailing_zeros() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R2.2 as it is written: by rows and columns.
    fn covers(age: usize, upper: usize, lower: usize) -> bool {
        let ((row, column), (below, there)) = (PLACES[age][upper], PLACES[age][lower]);
        row == below + 1 && column.abs_diff(there) == 1
    }

    #[test]
    fn r2_2_lanes_cover_as_rows_and_columns_do() {
        for age in 0..3 {
            let shape = Shape::of_age(age as u8 + 1);
            for lower in 0..SLOTS {
                let slots = shape.slots(shape.covering(shape.lane[lower] as usize));
                for upper in 0..SLOTS {
                    assert_eq!(slots >> upper & 1 != 0, covers(age, upper, lower), "age {age}: {upper} over {lower}");
                }
            }
        }
    }

    #[test]
    fn r2_2_accessible_by_shifts_is_accessible_by_covering() {
        let mut random = 1u64;
        for round in 0..30_000u32 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let shape = Shape::of_age((round % 3) as u8 + 1);
            let present = (random >> 32) as u32 & shape.all;
            let plain: u32 = (0..32)
                .filter(|lane| present >> lane & 1 != 0 && shape.covering(*lane) & present == 0)
                .map(|lane| 1 << lane)
                .sum();
            assert_eq!(shape.accessible(present), plain);
        }
    }
}
