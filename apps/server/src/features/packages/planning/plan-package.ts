import { MAX_PACKAGE_SAMPLES, MAX_PACKAGE_SHARDS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { getItemVersion, type ItemsDeps, openPacking, type PackedRows } from "../../datasets/index.ts";
import { changeAnnounced } from "../announce-package.ts";
import { choosePackageColumns } from "../creation/package-columns.ts";
import { findPackage, type PackageRecord } from "../package.store.ts";
import { beginPackage, isUnfinished } from "../package-state.store.ts";
import { LeftOutItems } from "./left-out-items.ts";
import { ListWriter } from "./list-writer.ts";
import { finishPlan, insertPlannedShards, type PlannedShard } from "./plan.store.ts";
import { type PlannedColumns, planColumns } from "./planned-columns.ts";
import { SampleMeasure } from "./sample-measure.ts";
import { type CutShard, ShardCutter } from "./shard-cutter.ts";

export interface PlanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: ItemsDeps["replicas"];
  readonly tableReader: ItemsDeps["tableReader"];
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
  const begin = (tx: Tx): Promise<boolean> => beginPackage(tx, packageId, deps.clock());
  if (!made || !(await changeAnnounced(deps.db, packageId, begin))) return "over";
  if (made.shardsTotal !== null) return "planned";
  const { settings, query, orderBy } = made;
  const source = await getItemVersion(deps, made.datasetId, made.version);
  const packing = await openPacking(deps, source, signal);
  const columns = await planColumns(packing, choosePackageColumns(source, settings), settings);
  const shuffle =
    settings.order === "view" ? undefined : { seed: settings.seed, isBucketed: settings.order === "bucketed" };
  const plan = new Plan(deps, made, columns);
  const { rules, needsKeys, lineColumns, lateColumns } = columns;
  const wanted = { query, orderBy, shuffle, rules, needsKeys, lineColumns, lateColumns };
  for await (const batch of packing.stream(wanted, signal)) {
    signal.throwIfAborted();
    if (await plan.add(batch)) if (!(await isUnfinished(deps.db, packageId))) return "over";
  }
  return plan.finish();
};

class Plan {
  private readonly deps: PlanDeps;
  private readonly made: PackageRecord;
  private readonly planned: PlannedColumns;
  private readonly measure: SampleMeasure;
  private readonly cutter: ShardCutter;
  private readonly list: ListWriter;
  private shards: PlannedShard[] = [];
  private readonly totals = { shards: 0, samples: 0, bytes: 0 };
  private readonly leftOut = new LeftOutItems();
  private firstRow = 0;
  /** The line of the last row, while the shard before it is not ended yet. */
  private waiting: { readonly line: Uint8Array; readonly more: string | undefined } | undefined;

  constructor(deps: PlanDeps, made: PackageRecord, planned: PlannedColumns) {
    this.deps = deps;
    this.made = made;
    this.planned = planned;
    this.measure = new SampleMeasure(planned);
    this.cutter = new ShardCutter(planned.format, made.settings.shard_bytes);
    this.list = new ListWriter(deps.storage, made.folder, planned.listNames);
  }

  /** Returns whether something was stored, so that the caller can look whether anybody still waits. */
  async add(batch: PackedRows): Promise<boolean> {
    this.measure.open(batch);
    let isStored = false;
    for (let row = 0; row < batch.rows; row += 1) {
      const ended = this.addRow(batch, row);
      if (ended && (await this.endShard(ended))) isStored = true;
      if (this.waiting) this.addLine(this.waiting);
    }
    return isStored;
  }

  private addRow(batch: PackedRows, row: number): CutShard | undefined {
    const reason = this.planned.reasons[(batch.reasons[row] ?? 0) - 1];
    if (reason !== undefined) {
      this.leftOut.add(reason, () => batch.lines.bytesAt(row));
      return undefined;
    }
    const sampleBytes = this.measure.sampleBytes(row);
    if (typeof sampleBytes !== "number") {
      this.leftOut.add(sampleBytes.reason, () => batch.lines.bytesAt(row), sampleBytes.detail);
      return undefined;
    }
    const line = batch.lines.bytesAt(row);
    const more = this.measure.lateJson(row);
    const ended = this.cutter.add(sampleBytes, line.length + (more?.length ?? 0));
    this.waiting = { line, more };
    return ended;
  }

  private addLine({ line, more }: NonNullable<Plan["waiting"]>): void {
    this.list.add(line, more);
    this.waiting = undefined;
  }

  private async endShard(ended: CutShard): Promise<boolean> {
    this.shards.push({ ...ended, listPart: this.list.part, firstRow: this.firstRow });
    this.totals.shards += 1;
    this.totals.samples += ended.samples;
    this.totals.bytes += ended.bytes;
    this.refuseTooMuch();
    const isNewPart = await this.list.endShard();
    this.firstRow = isNewPart ? 0 : this.firstRow + ended.samples;
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
    const itemListSha256 = await this.list.finish();
    const { counts, items: leftOut } = this.leftOut;
    const { columns } = this.planned;
    const plan = { ...this.totals, itemListSha256, columns, counts, leftOut };
    const isKept = await changeAnnounced(this.deps.db, this.made.id, (tx) => finishPlan(tx, this.made.id, plan));
    return isKept ? "planned" : "over";
  }
}
