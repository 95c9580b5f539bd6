//! Systems of linear equations, as small as the list of entrants.
//!
//! A matrix of information is symmetric and positive, so Cholesky's triangle
//! is all that is needed: `L Lᵀ x = b`, once forwards and once backwards.

/// A symmetric matrix.
#[derive(Debug, Clone)]
pub(super) struct Symmetric {
    size: usize,
    /// Row by row; only what is on or below the diagonal is read.
    cells: Vec<f64>,
}

/// The lower triangle `L` of a positive matrix `L Lᵀ`.
#[derive(Debug, Clone)]
pub(super) struct Triangle {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// All zeros.
    pub(super) fn new(size: usize) -> Self {
        Symmetric { size, cells: vec![0.0; size * size] }
    }

    /// Adds to a cell and to its mirror image. Off the diagonal, one of both is named.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row.max(column) * self.size + row.min(column)] += value;
    }

    /// Its triangle. Rounding can take the last bit of positivity from a matrix that hardly
    /// bounds a direction, so what is added to the diagonal grows until it suffices. Of a matrix
    /// that is none, because a step led beyond all numbers, it is the diagonal: nobody stays there.
    pub(super) fn triangle(&self) -> Triangle {
        let largest = (0..self.size).map(|at| self.cells[at * self.size + at]).fold(1.0, f64::max);
        let mut jitter: f64 = 0.0;
        while jitter.is_finite() {
            if let Some(triangle) = self.try_triangle(jitter) {
                return triangle;
            }
            jitter = if jitter == 0.0 { largest * 1e-15 } else { jitter * 10.0 };
        }
        let diagonal = |cell: usize| if cell.is_multiple_of(self.size + 1) { 1.0 } else { 0.0 };
        Triangle { size: self.size, cells: (0..self.size * self.size).map(diagonal).collect() }
    }

    fn try_triangle(&self, jitter: f64) -> Option<Triangle> {
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
        Some(Triangle { size, cells })
    }
}

impl Triangle {
    /// The `x` with `L Lᵀ x = right`.
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

/// The sum of the products.
pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_has_a_triangle_too() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut matrix = Symmetric::new(2);
            matrix.add(0, 0, bad);
            matrix.add(1, 1, 1.0);
            matrix.add(1, 0, bad);
            assert_eq!(matrix.triangle().solve(&[0.0, 0.0]).len(), 2);
        }
    }

    fn matrix(rows: [[f64; 3]; 3]) -> Symmetric {
        let mut matrix = Symmetric::new(3);
        for (row, cells) in rows.iter().enumerate() {
            (0..=row).for_each(|column| matrix.add(row, column, cells[column]));
        }
        matrix
    }

    #[test]
    fn a_system_is_solved() {
        let matrix = matrix([[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]]);
        let x = matrix.triangle().solve(&[11.0, 21.0, 25.0]);
        for (found, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{x:?}");
        }
    }

    #[test]
    fn a_direction_that_nothing_bounds_is_no_failure() {
        let x = matrix([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).triangle();
        assert!(x.solve(&[1.0, 1.0, 1.0]).iter().all(|x| x.is_finite()));
    }
}
