//! Small systems of linear equations, about as large as the number of entrants.
//!
//! An information matrix is symmetric and positive definite, so the Cholesky
//! decomposition is all that is needed: `L Lᵀ x = b` is solved by forward and
//! backward substitution.

/// A symmetric matrix.
#[derive(Debug, Clone)]
pub(super) struct SymmetricMatrix {
    size: usize,
    /// Row by row; only cells on or below the diagonal are used.
    cells: Vec<f64>,
}

/// The lower triangle `L` of a positive definite matrix `L Lᵀ`.
#[derive(Debug, Clone)]
pub(super) struct CholeskyFactor {
    size: usize,
    cells: Vec<f64>,
}

impl SymmetricMatrix {
    /// Returns a matrix of zeros.
    pub(super) fn new(size: usize) -> Self {
        SymmetricMatrix { size, cells: vec![0.0; size * size] }
    }

    /// Adds to a cell and its mirror image. Call it once per pair of off-diagonal cells.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row.max(column) * self.size + row.min(column)] += value;
    }

    /// Returns the Cholesky triangle. Rounding can make a matrix with a nearly unbounded direction slightly
    /// indefinite, so a growing amount is added to the diagonal until the decomposition succeeds. If it never
    /// does because the matrix contains non-finite numbers, the identity is returned; the caller discards
    /// such steps.
    pub(super) fn cholesky(&self) -> CholeskyFactor {
        let largest = (0..self.size).map(|at| self.cells[at * self.size + at]).fold(1.0, f64::max);
        let mut jitter: f64 = 0.0;
        while jitter.is_finite() {
            if let Some(triangle) = self.try_cholesky(jitter) {
                return triangle;
            }
            jitter = if jitter == 0.0 { largest * 1e-15 } else { jitter * 10.0 };
        }
        let diagonal = |cell: usize| if cell.is_multiple_of(self.size + 1) { 1.0 } else { 0.0 };
        CholeskyFactor {
            size: self.size,
            cells: (0..self.size * self.size).map(diagonal).collect(),
        }
    }

    fn try_cholesky(&self, jitter: f64) -> Option<CholeskyFactor> {
        let size = self.size;
        let mut cells = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let (left, right) = (row * size, column * size);
                let known: f64 = (0..column).map(|at| cells[left + at] * cells[right + at]).sum();
                let rest = self.cells[left + column] - known;
                cells[left + column] = if row > column {
                    rest / cells[right + column]
                } else if rest + jitter > 0.0 {
                    (rest + jitter).sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(CholeskyFactor { size, cells })
    }
}

impl CholeskyFactor {
    /// Returns the `x` with `L Lᵀ x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.size;
        let mut x = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|at| self.cells[row * size + at] * x[at]).sum();
            x[row] = (x[row] - known) / self.cells[row * size + row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|at| self.cells[at * size + row] * x[at]).sum();
            x[row] = (x[row] - known) / self.cells[row * size + row];
        }
        x
    }
}

pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_has_a_triangle_too() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut matrix = SymmetricMatrix::new(2);
            matrix.add(0, 0, bad);
            matrix.add(1, 1, 1.0);
            matrix.add(1, 0, bad);
            assert_eq!(matrix.cholesky().solve(&[0.0, 0.0]).len(), 2);
        }
    }

    fn matrix(rows: [[f64; 3]; 3]) -> SymmetricMatrix {
        let mut matrix = SymmetricMatrix::new(3);
        for (row, cells) in rows.iter().enumerate() {
            (0..=row).for_each(|column| matrix.add(row, column, cells[column]));
        }
        matrix
    }

    #[test]
    fn a_system_is_solved() {
        let matrix = matrix([[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]]);
        let x = matrix.cholesky().solve(&[11.0, 21.0, 25.0]);
        for (found, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{x:?}");
        }
    }

    #[test]
    fn a_direction_that_nothing_bounds_is_no_failure() {
        let x = matrix([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).cholesky();
        assert!(x.solve(&[1.0, 1.0, 1.0]).iter().all(|x| x.is_finite()));
    }
}
