/**
 * The widths that columns have before the rest is shared in proportion: their minimum, and what they lack to show their text
 * whole, as far as there is spare width. Small needs are met first, so that a long text cannot keep a short one cut.
 */
export const shareWidth = (
  minimaPx: readonly number[],
  needsPx: readonly (number | undefined)[],
  widthPx: number,
): number[] => {
  const widths = [...minimaPx];
  const lacking = minimaPx
    .map((minimum, column) => ({ column, lackPx: (needsPx[column] ?? 0) - minimum }))
    .filter(({ lackPx }) => lackPx > 0)
    .sort((one, other) => one.lackPx - other.lackPx);
  let sparePx = widthPx - minimaPx.reduce((sum, minimum) => sum + minimum, 0);
  for (const [place, { column, lackPx }] of lacking.entries()) {
    const grantPx = Math.max(0, Math.min(lackPx, Math.floor(sparePx / (lacking.length - place))));
    widths[column] = (widths[column] ?? 0) + grantPx;
    sparePx -= grantPx;
  }
  return widths;
};
