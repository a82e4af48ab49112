import type { InputValues, PerformerInput } from "@dailies/contract";
import { assetsIn, estimateCost, isAssetField, requestHash, rolesOf } from "../../performers/index.ts";
import type { BenchmarkRecord } from "../benchmark.store.ts";
import type { RowRecord } from "../rows/row.store.ts";
import type { CellFault, GridColumn, ResolvedCell, resolveGrid } from "./resolve-grid.rules.ts";
import { fitSeed, plannedSeed } from "./seed.rules.ts";

/** A job that would be created. */
export interface PlannedJob {
  readonly row: RowRecord;
  readonly column: GridColumn;
  readonly sample: number;
  readonly title: string;
  readonly values: InputValues;
  /** The merged values of column and row, without the seed, which is a separate field. */
  readonly cell: ResolvedCell;
  readonly seedKey: string | undefined;
  readonly seed: number | null;
  readonly hash: Buffer;
  /** Undefined without a price. */
  readonly estimateMicros: number | undefined;
}

/** SHA-256 in hex by asset id, for the assets that the caller may use. */
export type AssetHashes = ReadonlyMap<string, string>;

export interface PlanOptions {
  readonly benchmark: BenchmarkRecord;
  readonly grid: ReturnType<typeof resolveGrid>;
  readonly assetHashes: AssetHashes;
}

const MAX_TITLE = 300;

const titleOf = ({ label, inputs }: Pick<RowRecord, "label" | "inputs">, prompt: unknown): string => {
  const title = typeof prompt === "string" && prompt !== "" ? prompt : label || String(Object.values(inputs)[0] ?? "");
  return title.length <= MAX_TITLE ? title : [...title].slice(0, MAX_TITLE).join("");
};

/** The request hash of a job. The seed is passed separately, because it belongs to the attempt and not to the inputs. */
export const hashOf = (
  { performer, performerVersion }: Pick<GridColumn, "performer" | "performerVersion">,
  values: InputValues,
  seed: number | null,
  assetHashes: AssetHashes,
): Buffer => {
  const { adapter, endpoint, model, inputSchema } = performer;
  const assets = inputSchema.some(isAssetField) ? assetsIn(inputSchema, values) : new Map<string, string>();
  const inputHashes = Object.fromEntries([...assets].map(([key, id]) => [key, assetHashes.get(id) ?? id]));
  return requestHash({
    adapter,
    endpoint,
    model,
    version: performerVersion,
    params: values,
    seed: seed ?? undefined,
    inputHashes,
  });
};

interface ColumnPlan {
  readonly seedKey: string | undefined;
  readonly seedSpec: PerformerInput["spec"] | undefined;
  readonly promptKey: string | undefined;
  readonly estimate: (values: InputValues) => number | undefined;
}

/** Caches estimates: prices depend on few inputs, which are the same in most rows. */
const planColumn = ({ performer }: GridColumn): ColumnPlan => {
  const roles = rolesOf(performer.inputSchema);
  const [seconds = "", size = ""] = [roles.get("seconds"), roles.get("size")];
  const known = new Map<string, number | undefined>();
  const estimate = (values: InputValues): number | undefined => {
    const measure = JSON.stringify([values[seconds], values[size]]);
    if (!known.has(measure)) known.set(measure, estimateCost(performer.pricing, performer.inputSchema, values));
    return known.get(measure);
  };
  const seedKey = roles.get("seed");
  const seedSpec = performer.inputSchema.find(({ key }) => key === seedKey)?.spec;
  return { seedKey, seedSpec, promptKey: roles.get("prompt"), estimate };
};

/** Yields the jobs of these rows and columns, row by row; a cell with invalid inputs yields its faults instead. */
export const planJobs = function* (
  options: PlanOptions,
  rows: readonly RowRecord[],
  columns: readonly GridColumn[],
): Generator<PlannedJob | CellFault> {
  const plans = columns.map((column) => ({ column, ...planColumn(column) }));
  for (const row of rows) {
    for (const plan of plans) {
      const cell = options.grid.cell(row, plan.column);
      const { values, faults } = cell;
      const missing = faults.length === 0 ? missingAsset(plan.column, values, options.assetHashes) : undefined;
      const all = missing === undefined ? faults : [`${missing}: there is no such asset, or it is not ready`];
      for (const message of all) yield { row: row.index, col: plan.column.index, message };
      if (all.length === 0) yield* planSamples(options, row, plan, cell);
    }
  }
};

const planSamples = function* (
  { benchmark, assetHashes }: PlanOptions,
  row: RowRecord,
  { column, seedKey, seedSpec, promptKey, estimate }: ColumnPlan & { readonly column: GridColumn },
  cell: ResolvedCell,
): Generator<PlannedJob> {
  const { taskId, samplesPerCell, seedPolicy, seeds } = benchmark;
  const { seed: given, values } = withoutSeed(cell.values, row, column, seedKey);
  const title = titleOf(row, values[promptKey ?? ""]);
  const estimateMicros = estimate(values);
  for (let sample = 0; sample < samplesPerCell; sample++) {
    const position = { taskId, row: row.index, col: column.index, sample, n: 1 };
    const planned = given ?? fitSeed(seedSpec, plannedSeed({ policy: seedPolicy, seeds }, position));
    const seed = seedKey === undefined ? null : planned;
    const hash = hashOf(column, values, seed, assetHashes);
    yield { row, column, sample, title, values, cell, seedKey, seed, hash, estimateMicros };
  }
};

const missingAsset = (column: GridColumn, values: InputValues, assetHashes: AssetHashes): string | undefined => {
  const { inputSchema } = column.performer;
  if (!inputSchema.some(isAssetField)) return undefined;
  return [...assetsIn(inputSchema, values)].find(([, id]) => !assetHashes.has(id))?.[0];
};

/** A seed entered for the row or the column overrides the seed policy; a default value does not. */
const withoutSeed = (
  all: InputValues,
  row: RowRecord,
  { params }: GridColumn,
  seedKey: string | undefined,
): { seed: number | undefined; values: InputValues } => {
  if (seedKey === undefined) return { seed: undefined, values: all };
  const { [seedKey]: seed, ...values } = all;
  const isEntered = [row.inputs[seedKey], row.inputs.seed, params[seedKey]].some((value) => value !== undefined);
  return { seed: isEntered && typeof seed === "number" ? seed : undefined, values };
};

/** All assets that these cells would send. */
export const listInputAssets = (
  grid: ReturnType<typeof resolveGrid>,
  rows: readonly RowRecord[],
  columns: readonly GridColumn[],
): string[] => {
  const withAssets = columns.filter(({ performer }) => performer.inputSchema.some(isAssetField));
  const ids = withAssets.flatMap((column) =>
    rows.flatMap((row) => [...assetsIn(column.performer.inputSchema, grid.cell(row, column).values).values()]),
  );
  return [...new Set(ids)];
};
