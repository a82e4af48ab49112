export type Shift = "none" | "slight" | "clear" | "strong";

/** Bounds of the Kolmogorov–Smirnov distance, below which two distributions are called so. */
const BOUNDS: readonly (readonly [number, Shift])[] = [
  [0.02, "none"],
  [0.1, "slight"],
  [0.25, "clear"],
];

export const shiftOf = (distance: number): Shift => BOUNDS.find(([below]) => distance < below)?.[1] ?? "strong";

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

/** Percent of the samples in each bin, named by its edges. */
export const sharesOf = (edges: readonly number[], counts: readonly number[]) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, at) => ({
    x: `${rounded(edges[at] ?? 0)}–${rounded(edges[at + 1] ?? 0)}`,
    y: total === 0 ? 0 : (count / total) * 100,
  }));
};
