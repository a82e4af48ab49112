import { allOf, type DatasetRow } from "@dailies/contract";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion, type ItemQuery, readPredicate, readWords, select } from "../query/open-selection.ts";
import { selectDrawn } from "../replica/sample.store.ts";
import { chooseColumns, fetchItems } from "../rows/fetch-items.ts";

export interface RowsQuery extends ItemQuery {
  readonly count: number;
  readonly seed: number;
  readonly columns: readonly string[];
}

/**
 * Draws the random sample of the sample call for a worker: the same items in the same order, however many. It waits for
 * the whole replica, because a sample of the first rows would differ.
 */
export const drawRows = async (
  deps: Pick<ItemsDeps, "db" | "replicas" | "tableReader">,
  datasetId: string,
  query: RowsQuery,
  signal: AbortSignal,
): Promise<DatasetRow[]> => {
  const source = await getItemVersion(deps, datasetId, query.version);
  const columns = chooseColumns(source, query.columns);
  const replica = await deps.replicas.openWhole(source, signal);
  const predicate = allOf(...query.filters, readPredicate(query.where));
  const selection = select(source, replica, predicate, readWords(query.q));
  const ordinals = await selectDrawn(await deps.replicas.engine(), selection, query, signal);
  return fetchItems(deps, { source, replica, ordinals, columns }, signal);
};
