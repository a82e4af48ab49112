import { DomainError } from "../../../../errors.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion } from "../query/open-selection.ts";
import { selectValues } from "../replica/aggregates.store.ts";

const SHOWN = 20;
/** For columns with mostly unique values, the first values are enough to choose from. */
const MAX_CATEGORIES = 10_000;
const LOOKED_AT_ROWS = 500_000;

export interface ValueQuery {
  readonly field: string;
  readonly startsWith: string;
  readonly version?: number | undefined;
}

export const searchValues = async (
  deps: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  { field, startsWith, version }: ValueQuery,
  signal: AbortSignal,
): Promise<{ value: string; count: number }[]> => {
  const source = await getItemVersion(deps, datasetId, version);
  const isOffered = source.columns.some(({ name, is_indexed }) => name === field && is_indexed);
  const replica = await deps.replicas.open(source, signal);
  const column = replica.byName.get(field);
  if (!column || !isOffered) throw new DomainError("invalid", `there is no column ${JSON.stringify(field)} to search`);
  const maxRows = column.stats.distinct > MAX_CATEGORIES && startsWith === "" ? LOOKED_AT_ROWS : replica.rows;
  return selectValues(await deps.replicas.engine(), replica, { column, startsWith, limit: SHOWN, maxRows }, signal);
};
