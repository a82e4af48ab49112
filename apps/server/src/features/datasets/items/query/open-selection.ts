import {
  allOf,
  type Comparison,
  checkPredicate,
  fieldsOf,
  isWithinLimits,
  type Predicate,
  parsePredicate,
  printPredicate,
} from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { setsReadBy } from "../column-sets/join-column-sets.ts";
import { findItemVersion, type ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import type { Replica } from "../replica/replica.ts";
import { compilePredicate } from "./compile-predicate.ts";
import type { Selection } from "./selection.ts";

/** The query as the client sent it. */
export interface ItemQuery {
  readonly filters: readonly Comparison[];
  readonly where: string;
  readonly q: string;
  readonly version?: number | undefined;
}

const MAX_WORDS = 12;

export const getItemVersion = async (
  { db }: Pick<ItemsDeps, "db">,
  datasetId: string,
  version: number | undefined,
): Promise<ItemVersion> => {
  const found = await findItemVersion(db, datasetId, version);
  if (!found) throw new DomainError("not_found", "there is no such dataset, or no such version of it");
  return found;
};

/** The error message gives the position in the text. */
export const readPredicate = (text: string): Predicate | undefined => {
  const parsed = parsePredicate(text);
  if (parsed.ok) return parsed.predicate;
  throw new DomainError("invalid", `${parsed.fault.message} (character ${parsed.fault.at + 1})`);
};

export const readWords = (q: string): string[] => {
  const words = q.split(/\s+/).filter((word) => word !== "");
  if (words.length > MAX_WORDS) throw new DomainError("invalid", `use at most ${MAX_WORDS} words`);
  return words;
};

/** Refuses predicates that the columns of this version do not support. */
export const checkAgainst = ({ columns }: ItemVersion, predicate: Predicate | undefined): void => {
  if (predicate && !isWithinLimits(predicate)) throw new DomainError("invalid", "this filter is too long");
  const [misfit] = checkPredicate(predicate, columns);
  if (misfit) throw new DomainError("invalid", misfit.message);
};

/** Refuses predicates on columns of a set that cannot be read now. */
export const checkReadable = ({ byName }: Replica, predicate: Predicate | undefined): void => {
  const missing = fieldsOf(predicate).find((name) => !byName.has(name));
  if (missing !== undefined)
    throw new DomainError("unavailable", `the values of ${missing} cannot be read now; try again later`);
};

/** Time columns are stored as milliseconds; predicates compare them with timestamps. */
export const timesOf = ({ columns }: ItemVersion): ReadonlySet<string> =>
  new Set(columns.filter(({ type }) => type === "time").map(({ name }) => name));

/** Combines a replica with the compiled condition. */
export const select = (
  source: ItemVersion,
  replica: Replica,
  predicate: Predicate | undefined,
  words: readonly string[] = [],
): Selection => {
  checkAgainst(source, predicate);
  checkReadable(replica, predicate);
  const clause = compilePredicate(predicate, words, { byName: replica.byName, times: timesOf(source) });
  const sets = setsReadBy(replica, clause.sql).map(({ alias }) => alias);
  const key = JSON.stringify([replica.key, replica.rows, printPredicate(predicate), words, ...sets]);
  return { source, replica, predicate, words, clause, key, isEverything: !predicate && words.length === 0 };
};

export const openSelection = async (
  deps: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  query: ItemQuery,
  signal: AbortSignal,
): Promise<Selection> => {
  // Report a syntax error before any work is done.
  const predicate = allOf(...query.filters, readPredicate(query.where));
  const words = readWords(query.q);
  const source = await getItemVersion(deps, datasetId, query.version);
  checkAgainst(source, predicate);
  return select(source, await deps.replicas.open(source, signal), predicate, words);
};
