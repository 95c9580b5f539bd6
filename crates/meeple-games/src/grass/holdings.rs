//! What a player holds (G4).

/// Coupons, and the bonuses that are still to be used in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Holdings {
    /// Exchange coupons (G4, G10).
    pub coupons: u8,
    /// Stones to be placed now (G11).
    pub stones: u8,
    /// Robberies to be committed after them (G12).
    pub robberies: u8,
}

impl Holdings {
    /// At the start: one coupon (G4).
    pub fn new() -> Self {
        Holdings { coupons: 1, stones: 0, robberies: 0 }
    }
}
