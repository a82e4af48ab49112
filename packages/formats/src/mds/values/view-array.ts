import type { ArrayValue } from "./mds-value.ts";

const MAX_SIDE = 32;

export interface ArrayView {
  readonly type: string;
  readonly shape: readonly number[];
  /** Minimum of the finite values; null when there is none. */
  readonly min: number | null;
  readonly max: number | null;
  /** Rows of values between 0 and 1. */
  readonly preview: readonly (readonly number[])[];
}

const rangeOf = (values: ArrayValue["values"]): { min: number; max: number } => {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < values.length; at += 1) {
    const value = Number(values[at]);
    if (Number.isFinite(value) && value < min) min = value;
    if (Number.isFinite(value) && value > max) max = value;
  }
  return { min, max };
};

/** The last two dimensions are the image; a vector is one row. With more dimensions only the first image is shown. */
const sidesOf = (shape: readonly number[]): { rows: number; columns: number } => ({
  rows: shape.length > 1 ? (shape.at(-2) ?? 1) : 1,
  columns: shape.at(-1) ?? 1,
});

/** Summary and preview of an array. */
export const viewArray = ({ type, shape, values }: ArrayValue): ArrayView => {
  const { min, max } = rangeOf(values);
  if (min > max) return { type, shape, min: null, max: null, preview: [] };
  const { rows, columns } = sidesOf(shape);
  const [down, across] = [Math.min(rows, MAX_SIDE), Math.min(columns, MAX_SIDE)];
  const scale = (value: number): number => {
    if (!Number.isFinite(value)) return value > 0 ? 1 : 0;
    return max === min ? 0 : value / (max - min) - min / (max - min);
  };
  const preview = Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_unused, column) => {
      const at = Math.floor((row * rows) / down) * columns + Math.floor((column * columns) / across);
      return Math.min(1, Math.max(0, scale(Number(values[at] ?? 0))));
    }),
  );
  return { type, shape, min, max, preview };
};
