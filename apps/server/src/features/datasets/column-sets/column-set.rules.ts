import { type DatasetColumn, fieldsOf, type Predicate } from "@dailies/contract";

/** More would make every list of columns long. */
export const MAX_COLUMN_SETS = 8;

/** In the folder of the dataset, which is removed with it. */
export const columnSetKey = (folderKey: string, id: string): string => `${folderKey}columns/${id}.parquet`;

interface NamedColumns {
  readonly columns: readonly Pick<DatasetColumn, "name">[];
}

/** The sets whose columns a query filters or sorts by. */
export const setsUsedBy = <S extends NamedColumns>(
  sets: readonly S[],
  { predicate, orderBy }: { readonly predicate: Predicate | undefined; readonly orderBy: string },
): S[] => {
  const used = new Set([...fieldsOf(predicate), orderBy.replace(/^-/, "")]);
  return sets.filter(({ columns }) => columns.some(({ name }) => used.has(name)));
};
