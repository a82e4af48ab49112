import { DomainError } from "../../../errors.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { selectValues } from "./lens/aggregates.store.ts";
import { getItemVersion } from "./open-selection.ts";

const SHOWN = 20;
/** Of a column in which nearly every value is another, the beginning is enough to choose from. */
const MAX_CATEGORIES = 10_000;
const LOOKED_AT_ROWS = 500_000;

export interface ValueAsk {
  readonly field: string;
  readonly startsWith: string;
  readonly version?: number | undefined;
}

export const searchValues = async (
  deps: Pick<ItemsDeps, "db" | "lenses">,
  datasetId: string,
  { field, startsWith, version }: ValueAsk,
  signal: AbortSignal,
): Promise<{ value: string; count: number }[]> => {
  const source = await getItemVersion(deps, datasetId, version);
  const isOffered = source.columns.some(({ name, is_indexed }) => name === field && is_indexed);
  const lens = await deps.lenses.open(source, signal);
  const column = lens.byName.get(field);
  if (!column || !isOffered) throw new DomainError("invalid", `there is no column ${JSON.stringify(field)} to search`);
  const maxRows = column.stats.distinct > MAX_CATEGORIES && startsWith === "" ? LOOKED_AT_ROWS : lens.rows;
  return selectValues(await deps.lenses.engine(), lens, { column, startsWith, limit: SHOWN, maxRows }, signal);
};
