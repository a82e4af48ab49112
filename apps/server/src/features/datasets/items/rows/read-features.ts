import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import type { Selection } from "../query/selection.ts";
import { selectRows } from "../replica/pages.store.ts";
import { readFromTable } from "./fetch-items.ts";

export interface Features {
  readonly ordinals: readonly number[];
  /** Feature vectors in the same order, used to measure how different items are. */
  readonly points: readonly Float32Array[];
}

const MAX_NUMERIC_COLUMNS = 32;

export const vectorColumnOf = ({ columns }: ItemVersion): string | undefined =>
  (columns.find(({ role }) => role === "vector") ?? columns.find(({ type }) => type === "vector"))?.name;

/** The dataset's vectors if it has any, otherwise its numeric columns, normalized. */
export const readFeatures = async (
  deps: Pick<ItemsDeps, "replicas" | "tableReader">,
  selection: Selection,
  ordinals: readonly number[],
  signal: AbortSignal,
): Promise<Features> => {
  const vectors = await readVectors(deps, selection.source, ordinals);
  return vectors.points.length > 0 ? vectors : readNumbers(deps, selection, ordinals, signal);
};

const readVectors = async (
  { tableReader }: Pick<ItemsDeps, "tableReader">,
  source: ItemVersion,
  ordinals: readonly number[],
): Promise<Features> => {
  const name = vectorColumnOf(source);
  if (name === undefined) return { ordinals: [], points: [] };
  const rows = await readFromTable(tableReader, source, ordinals, [name]);
  const found = ordinals.flatMap((ordinal) => {
    const point = toPoint(rows.get(ordinal)?.get(name));
    return point ? [{ ordinal, point }] : [];
  });
  return { ordinals: found.map(({ ordinal }) => ordinal), points: found.map(({ point }) => point) };
};

export const toPoint = (value: unknown): Float32Array | undefined =>
  value === null || value === undefined ? undefined : Float32Array.from(value as Iterable<number>);

const readNumbers = async (
  { replicas }: Pick<ItemsDeps, "replicas">,
  { replica, source }: Selection,
  ordinals: readonly number[],
  signal: AbortSignal,
): Promise<Features> => {
  const offered = new Set(source.columns.filter(({ is_indexed }) => is_indexed).map(({ name }) => name));
  // Without column sets, so that a sample of a version stays the same when one is added.
  const added = new Set(source.columnSets.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const numeric = [...replica.byName.values()].filter(
    ({ name, stats }) => offered.has(name) && !added.has(name) && stats.min !== null,
  );
  const columns = numeric.slice(0, MAX_NUMERIC_COLUMNS);
  const rows = await selectRows(await replicas.engine(), replica, ordinals, columns, signal);
  const byOrdinal = new Map(rows.map(([rowid, ...cells]) => [Number(rowid), cells]));
  const points = ordinals.map((ordinal) => {
    const cells = byOrdinal.get(ordinal) ?? [];
    // Missing values go to the middle, where they differ least from others.
    return Float32Array.from(columns, ({ stats }, at) => scale(cells[at], stats.min ?? 0, stats.max ?? 0));
  });
  return { ordinals, points };
};

const scale = (cell: unknown, min: number, max: number): number =>
  cell === null || cell === undefined || max === min ? 0.5 : (Number(cell) - min) / (max - min);
