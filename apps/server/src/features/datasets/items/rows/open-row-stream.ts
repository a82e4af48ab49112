import { allOf } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { KeptQuery } from "../../views/view.store.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { readPredicate, readWords, select } from "../query/open-selection.ts";
import { readOrder } from "../query/read-order.ts";
import type { QueryValue } from "../replica/engine/engine-calls.ts";
import { streamRows } from "../replica/stream-rows.store.ts";

export interface WantedRows {
  readonly query: KeptQuery;
  readonly orderBy: string;
  /** Columns in the order of their values; `ordinal` is the number of the row. */
  readonly names: readonly string[];
}

export interface RowStream {
  readonly total: number;
  /** Values as the engine has them. */
  readonly batches: AsyncGenerator<QueryValue[][]>;
}

/** Streams all rows of a query over a frozen version in a total order, for work that reads millions of them. */
export const openRowStream = async (
  { replicas }: Pick<ItemsDeps, "replicas">,
  source: ItemVersion,
  { query, orderBy, names }: WantedRows,
  signal: AbortSignal,
): Promise<RowStream> => {
  const replica = await replicas.openWhole(source, signal);
  const selection = select(source, replica, allOf(...query.filters, readPredicate(query.where)), readWords(query.q));
  const order = readOrder(orderBy, selection);
  const ids = names.flatMap((name) => (name === "ordinal" ? "rowid" : (replica.byName.get(name)?.id ?? [])));
  if (ids.length < names.length) throw new DomainError("invalid", "a column of this dataset version no longer exists");
  const openSets = () => replicas.openWhole(source, signal);
  const { total, batches } = await streamRows(await replicas.engine(), { selection, order, ids, openSets }, signal);
  return { total, batches };
};
