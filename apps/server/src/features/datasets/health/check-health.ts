import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { BucketReader } from "../../storage/index.ts";
import { type DatasetRow, findDataset } from "../dataset.store.ts";
import { findRunOfVersion } from "../index-run.store.ts";
import type { IndexingDeps } from "../indexing/indexing-deps.ts";
import { openSourceOf } from "../indexing/runs/open-run.ts";
import { fingerprintSource } from "./fingerprint-source.ts";
import { type DatasetHealth, findNewestVersion, noteHealth } from "./health.store.ts";

const SAMPLED = 20;
const CHECK_MS = 30_000;

/** Checks whether the source is still as it was indexed, and stores the result. */
export const checkHealth = async (deps: IndexingDeps, datasetId: string): Promise<void> => {
  const dataset = await findDataset(deps.db, datasetId);
  if (!dataset || dataset.version === null) return;
  await noteHealth(deps.db, datasetId, await look(deps, dataset), deps.clock());
};

const look = async (deps: IndexingDeps, dataset: DatasetRow): Promise<DatasetHealth> => {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    const { ref } = await openSourceOf(deps, dataset);
    const isStale = await hasChanged(deps, dataset, () => fingerprintSource(ref, signal));
    const { missing, looked } = await countMissing(deps, dataset, ref.bucketReader, signal);
    return judge(isStale, missing, looked);
  } catch (error) {
    const isTheirs = error instanceof DomainError || error instanceof FormatFault || signal.aborted;
    if (!isTheirs) throw error;
    const reason = signal.aborted ? "it could not be looked at in time" : (error as Error).message;
    return { state: "unreachable", reason, missingShare: null };
  }
};

const judge = (isStale: boolean, missing: number, looked: number): DatasetHealth => {
  const missingShare = looked === 0 ? null : missing / looked;
  if (missing > 0) {
    const reason = `${missing} of ${looked} clips that were looked at are not there`;
    return { state: "missing", reason, missingShare };
  }
  if (isStale) return { state: "stale", reason: "it has changed since it was indexed", missingShare };
  return { state: "ok", reason: null, missingShare };
};

const hasChanged = async (
  { db }: IndexingDeps,
  { id, version }: DatasetRow,
  ask: () => Promise<string>,
): Promise<boolean> => {
  const run = version === null ? undefined : await findRunOfVersion(db, id, version);
  const { fingerprint } = (run?.progress ?? {}) as { fingerprint?: string };
  return fingerprint !== undefined && fingerprint !== (await ask());
};

/** Samples items across the dataset and counts those whose object is missing or too short. */
const countMissing = async (
  deps: IndexingDeps,
  dataset: DatasetRow,
  bucketReader: BucketReader,
  signal: AbortSignal,
) => {
  const version = await findNewestVersion(deps.db, dataset.id);
  const items = Number(version?.items ?? 0);
  if (!version || items === 0) return { missing: 0, looked: 0 };
  const ref = { datasetId: dataset.id, tableName: version.table_name, tableVersion: Number(version.table_version) };
  const ordinals = new Set(Array.from({ length: SAMPLED }, () => Math.floor(Math.random() * items)));
  const names = ["object", "media_offset", "media_bytes"];
  const rows = await deps.tableReader.takeRows(ref, [...ordinals], names, signal);
  const placed = [...rows.values()].filter((row) => row.get("object") !== null);
  const sizes = new Map<string, number | undefined>();
  for (const object of new Set(placed.map((row) => String(row.get("object")))))
    sizes.set(object, await bucketReader.size(object, signal));
  const missing = placed.filter((row) => {
    const bytes = sizes.get(String(row.get("object")));
    return bytes === undefined || bytes < Number(row.get("media_offset") ?? 0) + Number(row.get("media_bytes") ?? 0);
  });
  return { missing: missing.length, looked: placed.length };
};
