export interface ColumnNeed {
  /** The width that the column asks for. */
  readonly minimumPx: number;
  /** The width that shows its text whole, as far as it was measured. */
  readonly needPx?: number | undefined;
  /** Times and numbers are never cut: a part of them reads as another value. */
  readonly isWhole?: boolean | undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * The widths that columns have before the rest is shared in proportion. Columns whose text is cut get what they lack: from
 * the spare width, then from columns that do not use all of theirs. Small needs are met first, so that a long text cannot
 * keep a short one cut.
 */
export const shareWidth = (asked: readonly ColumnNeed[], tablePx: number): number[] => {
  const columns = asked.map(({ minimumPx, needPx, isWhole }) => ({
    minimumPx: isWhole ? Math.max(minimumPx, needPx ?? 0) : minimumPx,
    needPx,
  }));
  const minima = columns.map(({ minimumPx }) => minimumPx);
  if (tablePx <= 0) return minima;
  const lacks = columns.map(({ minimumPx, needPx = minimumPx }) => Math.max(0, needPx - minimumPx));
  const unused = columns.map(({ minimumPx, needPx = minimumPx }) => Math.max(0, minimumPx - needPx));
  // A table that does not fit is scrolled, but only after its columns gave up the width that they do not use.
  const widthPx = Math.max(tablePx, sum(minima) - sum(unused));
  const takenPx = Math.min(sum(unused), Math.max(0, sum(minima) + sum(lacks) - widthPx));
  const takenShare = takenPx === 0 ? 0 : takenPx / sum(unused);
  const widths = minima.map((minimum, column) => Math.floor(minimum - (unused[column] ?? 0) * takenShare));
  let leftPx = widthPx - sum(widths);
  const lacking = [...lacks.entries()].filter(([, lackPx]) => lackPx > 0).sort(([, one], [, other]) => one - other);
  for (const [place, [column, lackPx]] of lacking.entries()) {
    const grantPx = Math.min(lackPx, Math.floor(leftPx / (lacking.length - place)));
    widths[column] = (widths[column] ?? 0) + grantPx;
    leftPx -= grantPx;
  }
  return widths;
};
