import type { ExportColumn, RowSource, Slice } from "./export-table.ts";

/** The same rows in the columns that an export began with, whatever has been added or gone since. */
export const alignSource = (source: RowSource, columns: readonly ExportColumn[]): RowSource => {
  const places = columns.map(({ key }) => source.columns.findIndex((column) => column.key === key));
  const align = (slice: Slice): Slice => ({
    ...slice,
    rows: slice.rows.map((row) => ({ ...row, values: places.map((place) => row.values[place] ?? null) })),
  });
  async function* alignAll(slices: AsyncGenerator<Slice>): AsyncGenerator<Slice> {
    for await (const slice of slices) yield align(slice);
  }
  return { ...source, columns, readSlices: (from, limit) => alignAll(source.readSlices(from, limit)) };
};
