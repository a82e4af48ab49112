import type { DatasetColumnSet, DatasetDetail } from "@dailies/contract";

const setsOf = ({ column_sets }: DatasetDetail, version: number): DatasetColumnSet[] =>
  column_sets.filter((set) => set.version === version).toReversed();

/** The dataset with the columns that were added to this version. */
export const withColumnSets = (dataset: DatasetDetail, version: number): DatasetDetail => ({
  ...dataset,
  columns: [...dataset.columns, ...setsOf(dataset, version).flatMap(({ columns }) => columns)],
});

export const addedColumns = (dataset: DatasetDetail, version: number): ReadonlySet<string> =>
  new Set(setsOf(dataset, version).flatMap(({ columns }) => columns.map(({ name }) => name)));

/** The set that a column of this version comes from; undefined for its own columns. */
export const setOfColumn = (dataset: DatasetDetail, version: number, name: string): DatasetColumnSet | undefined =>
  setsOf(dataset, version).find(({ columns }) => columns.some((column) => column.name === name));
