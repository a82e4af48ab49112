/** One immutable snapshot of a table, whatever is written concurrently. */
export interface ItemTableRef {
  readonly datasetId: string;
  readonly tableName: string;
  readonly tableVersion: number;
}
