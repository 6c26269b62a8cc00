//! The options of a game (R12).

/// Who starts Age II and III when the pawn is off the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum StartOffCentre {
    /// The weaker player chooses (R10.2).
    #[default]
    WeakerChooses,
    /// The weaker player starts.
    WeakerStarts,
}

/// Who starts Age II and III when the pawn is in the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum StartCentre {
    /// The player who took the last card chooses (R10.3).
    #[default]
    LastChooses,
    /// The player who took the last card starts.
    LastStarts,
    /// The other player starts.
    OtherStarts,
}

/// The options of a game (R12); the default is the printed rules with the publisher's corrections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// Who starts an age, pawn off the centre.
    pub start_off_centre: StartOffCentre,
    /// Who starts an age, pawn in the centre.
    pub start_centre: StartCentre,
    /// With the promotional wonders.
    pub promo_wonders: bool,
    /// The first-game set-up instead of the draft (R1.6).
    pub first_game: bool,
}
