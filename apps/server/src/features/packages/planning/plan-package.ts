import {
  type LeftOutReason,
  MAX_PACKAGE_SAMPLES,
  MAX_PACKAGE_SHARDS,
  MAX_SHARD_BYTES,
  type PackageSettings,
} from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import type { ShardColumn, ShardFormat } from "@dailies/formats/shard-writer";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { getItemVersion, type ItemsDeps, openRowStream } from "../../datasets/index.ts";
import { type ChosenColumn, choosePackageColumns, hasClips } from "../creation/package-columns.ts";
import { findPackage, type PackageRecord } from "../package.store.ts";
import { beginPackage, isUnfinished } from "../package-state.store.ts";
import { shardFormatOf } from "../writing/shard-formats.ts";
import { toListLine } from "./item-list.ts";
import { ListWriter } from "./list-writer.ts";
import { finishPlan, insertPlannedShards, type LeftOutItem, MAX_LEFT_OUT, type PlannedShard } from "./plan.store.ts";
import { FIXED_NAMES, type LeftOut, readRow, reasonToLeaveOut, type SampleRow, toShardValue } from "./sample-rows.ts";
import { type CutShard, ShardCutter } from "./shard-cutter.ts";

export interface PlanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: ItemsDeps["replicas"];
  readonly storage: Pick<BucketStorage, "putObject">;
}

/** Shards of one statement. */
const SHARD_BATCH = 2_000;

/**
 * Decides which samples a package has and where its shards begin, from the rows alone. Versions are immutable and the order
 * is total, so a retry plans the same shards and writes the same list.
 */
export const planPackage = async (
  deps: PlanDeps,
  packageId: string,
  signal: AbortSignal,
): Promise<"planned" | "over"> => {
  const made = await findPackage(deps.db, packageId);
  if (!made || !(await beginPackage(deps.db, packageId, deps.clock()))) return "over";
  if (made.shardsTotal !== null) return "planned";
  const { settings, query, orderBy } = made;
  const source = await getItemVersion(deps, made.datasetId, made.version);
  const chosen = choosePackageColumns(source, settings);
  const packed = chosen.filter(({ type }) => type !== "bytes").map((column) => column.source);
  // Each once: reading a text takes longer than all that is done with it.
  const names = [...new Set<string>([...FIXED_NAMES, ...packed])];
  const shuffle =
    settings.order === "view" ? undefined : { seed: settings.seed, isBucketed: settings.order === "bucketed" };
  const { replica, batches } = await openRowStream(deps, source, { query, orderBy, shuffle, names }, signal);
  const columns = chosen.map((column) => toShardColumn(column, replica.byName.get(column.source)?.stats.nulls ?? 0));
  const places = chosen.map((column) => names.indexOf(column.source));
  const plan = new Plan(deps, made, { columns, places });
  for await (const batch of batches) {
    signal.throwIfAborted();
    if (await plan.add(batch)) if (!(await isUnfinished(deps.db, packageId))) return "over";
  }
  return plan.finish();
};

/** A file without a known extension would not be taken for a clip by readers of a WebDataset. */
const toShardColumn = ({ name, type }: ChosenColumn, nulls: number): ShardColumn => ({
  name,
  type,
  isNullable: nulls > 0,
  extension: type !== "bytes" || mediaTypeOfName(name) ? name : "mp4",
});

const NO_CLIP = { object: null, offset: 0, bytes: 0 };

interface PlannedColumns {
  readonly columns: readonly ShardColumn[];
  /** Where a row has their values. */
  readonly places: readonly number[];
}

class Plan {
  private readonly deps: PlanDeps;
  private readonly made: PackageRecord;
  private readonly columns: readonly ShardColumn[];
  private readonly places: readonly number[];
  private readonly format: ShardFormat;
  private readonly cutter: ShardCutter;
  private readonly list: ListWriter;
  private shards: PlannedShard[] = [];
  private readonly totals = { shards: 0, samples: 0, bytes: 0 };
  private readonly counts = new Map<LeftOutReason, number>();
  private readonly leftOut: LeftOutItem[] = [];
  private readonly rules: { readonly needsClip: boolean } & Pick<PackageSettings, "leave_out">;
  private firstRow = 0;

  constructor(deps: PlanDeps, made: PackageRecord, { columns, places }: PlannedColumns) {
    this.deps = deps;
    this.made = made;
    this.columns = columns;
    this.places = places;
    this.rules = { needsClip: hasClips(made.settings.columns), leave_out: made.settings.leave_out };
    this.format = shardFormatOf(made.settings, columns);
    this.cutter = new ShardCutter(this.format, made.settings.shard_bytes);
    this.list = new ListWriter(deps.storage, made.folder);
  }

  /** Returns whether something was stored, so that the caller can look whether anybody still waits. */
  async add(rows: readonly SampleRow[]): Promise<boolean> {
    let isStored = false;
    for (const row of rows) {
      const cut = this.addRow(row);
      if (cut && (await this.endShard(cut.ended, cut.line))) isStored = true;
    }
    return isStored;
  }

  /** Returns the line only when a shard ends before it. */
  private addRow(row: SampleRow): { ended: CutShard; line: string } | undefined {
    const read = readRow(row);
    const reason = reasonToLeaveOut(read, this.rules);
    if (reason) return this.leaveOut(read, reason);
    const values = this.columns.map(({ type }, at) => toShardValue(type, row[this.places[at] ?? 0]));
    const sampleBytes = this.measure(read, values);
    if (typeof sampleBytes !== "number") return this.leaveOut(read, sampleBytes);
    const clip = this.rules.needsClip ? read : NO_CLIP;
    const line = toListLine({ ...read, object: clip.object, offset: clip.offset, bytes: clip.bytes, values });
    const ended = this.cutter.add(sampleBytes);
    if (ended) return { ended, line };
    this.list.add(line);
    return undefined;
  }

  private measure(
    { key, bytes }: { readonly key: string; readonly bytes: number },
    values: readonly ReturnType<typeof toShardValue>[],
  ): number | LeftOut {
    try {
      const sizes = this.columns.map((column, at) =>
        column.type === "bytes" ? bytes : this.format.sizeOf(column, values[at] ?? null),
      );
      const sampleBytes = this.format.sampleBytes(key, sizes);
      if (sampleBytes <= MAX_SHARD_BYTES) return sampleBytes;
      return { reason: "too_large", detail: `${sampleBytes} bytes` };
    } catch (error) {
      if (error instanceof FormatFault) return { reason: "unreadable", detail: error.message };
      throw error;
    }
  }

  private leaveOut({ ordinal, key }: { ordinal: number; key: string }, { reason, detail }: LeftOut): undefined {
    const count = (this.counts.get(reason) ?? 0) + 1;
    this.counts.set(reason, count);
    if (count <= MAX_LEFT_OUT) this.leftOut.push({ ordinal, key, reason, detail });
  }

  private async endShard(ended: CutShard, nextLine?: string): Promise<boolean> {
    this.shards.push({ ...ended, listPart: this.list.part, firstRow: this.firstRow });
    this.totals.shards += 1;
    this.totals.samples += ended.samples;
    this.totals.bytes += ended.bytes;
    this.refuseTooMuch();
    const isNewPart = await this.list.endShard();
    this.firstRow = isNewPart ? 0 : this.firstRow + ended.samples;
    if (nextLine !== undefined) this.list.add(nextLine);
    if (this.shards.length < SHARD_BATCH) return isNewPart;
    await this.storeShards();
    return true;
  }

  private refuseTooMuch(): void {
    if (this.totals.shards > MAX_PACKAGE_SHARDS)
      throw new DomainError(
        "invalid",
        `this package would have more than ${MAX_PACKAGE_SHARDS} shards: choose larger ones`,
      );
    if (this.totals.samples > MAX_PACKAGE_SAMPLES)
      throw new DomainError("invalid", `this package would have more than ${MAX_PACKAGE_SAMPLES} samples`);
  }

  private async storeShards(): Promise<void> {
    const { shards } = this;
    this.shards = [];
    await insertPlannedShards(this.deps.db, this.made.id, shards);
  }

  async finish(): Promise<"planned" | "over"> {
    const ended = this.cutter.end();
    if (ended) await this.endShard(ended);
    if (this.totals.samples === 0) throw new DomainError("invalid", "no item of this view is left to pack");
    await this.storeShards();
    const itemListSha256 = await this.list.end();
    const { counts, leftOut, totals, columns } = this;
    const isKept = await this.deps.db
      .transaction()
      .execute((tx) => finishPlan(tx, this.made.id, { ...totals, itemListSha256, columns, counts, leftOut }));
    return isKept ? "planned" : "over";
  }
}
