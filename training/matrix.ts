import { dot } from '../src/analysis/model/dot.product.js';
import { mix } from '../src/analysis/model/hashed.features.js';

const ROUNDS = 12;
const LARGEST_STEP = 127;

/** A sparse square matrix. The entries of a row are from its place in `starts` to the next. */
export interface Matrix {
  size: number;
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
}

/** A matrix of which every entry is given, row by row. */
export function denseMatrix(size: number, values: Float64Array): Matrix {
  return {
    size,
    starts: Int32Array.from({ length: size + 1 }, (_unused, row) => row * size),
    columns: Int32Array.from(values, (_value, at) => at % size),
    values,
  };
}

/** So many main left singular directions, without an order among them, by simultaneous iteration. */
export function mainDirections(matrix: Matrix, count: number): Float64Array[] {
  let directions: Float64Array[] = Array.from({ length: count }, (_unused, place) =>
    new Float64Array(matrix.size).map((_zero, row) => mix(row * count + place + 1) / 2 ** 32 - 0.5),
  );
  for (let round = 0; round < ROUNDS; round++) {
    directions = directions.map((direction) => multiply(matrix, multiplyTransposed(matrix, direction)));
    makeOrthonormal(directions);
  }
  return directions;
}

function multiply(matrix: Matrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(matrix.size);
  forEachEntry(matrix, (row, column, value) => (product[row] = (product[row] ?? 0) + value * (vector[column] ?? 0)));
  return product;
}

function multiplyTransposed(matrix: Matrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(matrix.size);
  forEachEntry(matrix, (row, column, value) => (product[column] = (product[column] ?? 0) + value * (vector[row] ?? 0)));
  return product;
}

function makeOrthonormal(directions: Float64Array[]): void {
  directions.forEach((direction, place) => {
    for (const earlier of directions.slice(0, place)) {
      const share = dot(direction, earlier);
      earlier.forEach((value, row) => (direction[row] = (direction[row] ?? 0) - share * value));
    }
    const length = Math.sqrt(dot(direction, direction));
    direction.forEach((value, row) => (direction[row] = value / length));
  });
}

/** Visits the entries row by row. */
export function forEachEntry(matrix: Matrix, visit: (row: number, column: number, value: number) => void): void {
  const { size, starts, columns, values } = matrix;
  for (let row = 0; row < size; row++)
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) visit(row, columns[at] ?? 0, values[at] ?? 0);
}

/** Rounds components to steps of which the largest has 127. */
export function toSteps(components: readonly number[]): Int8Array {
  const largest = components.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(components, (value) => Math.round((value / largest) * LARGEST_STEP));
}
