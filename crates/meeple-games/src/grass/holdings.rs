//! A player's coupons and bonuses (G4).

/// A player's coupons, and the bonuses still to be used in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Holdings {
    /// The number of exchange coupons (G4, G10).
    pub coupons: u8,
    /// The number of stones to place now (G11).
    pub stones: u8,
    /// The number of robberies to commit after placing the stones (G12).
    pub robberies: u8,
}

impl Holdings {
    /// Creates the holdings at the start: one coupon (G4).
    pub fn new() -> Self {
        Holdings { coupons: 1, stones: 0, robberies: 0 }
    }
}
