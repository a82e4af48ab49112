import { f64 } from "./numbers.ts";

/** Cholesky factorization of a symmetric positive definite matrix (lower triangle, row by row), in place. */
export const factorise = (matrix: Float64Array, size: number): void => {
  for (let column = 0; column < size; column++) {
    const above = column * size;
    let pivot = f64(matrix, above + column);
    for (let k = 0; k < column; k++) pivot -= f64(matrix, above + k) ** 2;
    const root = Math.sqrt(pivot);
    matrix[above + column] = root;
    for (let row = column + 1; row < size; row++) {
      const at = row * size;
      let value = f64(matrix, at + column);
      for (let k = 0; k < column; k++) value -= f64(matrix, at + k) * f64(matrix, above + k);
      matrix[at + column] = value / root;
    }
  }
};

/** Solves a system with a Cholesky factor, in place. */
export const solveWith = (factor: Float64Array, size: number, values: Float64Array): void => {
  for (let row = 0; row < size; row++) {
    let value = f64(values, row);
    for (let k = 0; k < row; k++) value -= f64(factor, row * size + k) * f64(values, k);
    values[row] = value / f64(factor, row * size + row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = f64(values, row);
    for (let k = row + 1; k < size; k++) value -= f64(factor, k * size + row) * f64(values, k);
    values[row] = value / f64(factor, row * size + row);
  }
};
