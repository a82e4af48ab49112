import { allOf } from "@dailies/contract";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { checkAgainst, getItemVersion, type ItemQuery, readPredicate, readWords } from "./open-selection.ts";

/** Refuses an invalid query before a worker runs it, and returns the version that it reads. */
export const checkItemQuery = async (
  { db }: Pick<ItemsDeps, "db">,
  datasetId: string,
  { filters, where, q, version }: ItemQuery,
): Promise<ItemVersion> => {
  const source = await getItemVersion({ db }, datasetId, version);
  checkAgainst(source, allOf(...filters, readPredicate(where)));
  readWords(q);
  return source;
};
