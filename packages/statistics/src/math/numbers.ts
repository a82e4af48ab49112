// Typed arrays have no holes; these casts state that once. One function per array type, so that engines inline them.

export const f64 = (values: Float64Array, at: number): number => values[at] as number;

export const i32 = (values: Int32Array, at: number): number => values[at] as number;

export const addTo = (values: Float64Array, at: number, amount: number): void => {
  values[at] = (values[at] as number) + amount;
};

export const sum = (values: Float64Array): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
