import type { PackageFormat, PackageSettings, PackageStatus } from "@dailies/contract";
import type { OpenedData } from "../../../features/datasets/index.ts";
import type { IndexingDeps } from "../../../features/datasets/indexing/indexing-deps.ts";
import { newId } from "../../../platform/ids.ts";
import { anItemTable } from "../an-item-table.ts";

export interface PackageOrigin {
  readonly ownerId: string;
  readonly datasetId: string;
  readonly version: number;
  readonly viewId: string;
}

/** A dataset of a few items with a saved view. */
export const aPackageOrigin = async (
  rig: Pick<IndexingDeps, "db" | "itemTables">,
  ownerId: string,
): Promise<PackageOrigin> => {
  const { db } = rig;
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const items = Array.from({ length: 3 }, (_, n) => ({ caption: `clip ${n}`, seen: n, is_ok: true }));
  const made = await anItemTable(rig, { ownerId, profileId, items });
  const viewId = newId();
  await db
    .insertInto("dataset_view")
    .values({
      id: viewId,
      dataset_id: made.datasetId,
      name: `view ${viewId}`,
      version: made.version,
      query: JSON.stringify({ filters: [], where: "seen >= 0", q: "" }),
      order_by: "-seen",
      seed: 7,
      items: 3n,
      request_key: newId(),
      created_by: ownerId,
      created_at: new Date(),
    })
    .execute();
  return { ...made, ownerId, viewId };
};

export interface MadePackage {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

export interface PackageInput {
  readonly name?: string;
  readonly number?: number;
  readonly status?: PackageStatus;
  readonly format?: PackageFormat;
  readonly columns?: PackageSettings["columns"];
  readonly content?: string;
  readonly shards?: number;
  /** In its item list. */
  readonly samples?: number;
  readonly repeats?: string;
  readonly createdAt?: Date;
  /** If objects are put into it: one that the test removes. */
  readonly folder?: string;
}

const COLUMNS: PackageSettings["columns"] = [
  { source: "$media", name: "mp4" },
  { source: "caption", name: "caption" },
];
const TYPES: Readonly<Record<string, string>> = { $media: "bytes", width: "integer", height: "integer" };
const sha256 = (digit: string): string => digit.repeat(64);

/** A package as its run would have left it, with its shards but without their objects. */
export const aPackage = async (
  { db, storage }: Pick<OpenedData, "db" | "storage">,
  { ownerId, datasetId, version, viewId }: PackageOrigin,
  input: PackageInput = {},
): Promise<MadePackage> => {
  const id = newId();
  const { name = `package ${id}`, status = "Ready", format = "MDS", columns = COLUMNS, shards = 3 } = input;
  const folder = input.folder ?? `packages/${id}/`;
  const createdAt = input.createdAt ?? new Date();
  const isOver = !["Queued", "Running", "Verifying"].includes(status);
  const settings: PackageSettings = {
    format,
    columns,
    shard_bytes: 1024 ** 2,
    compression: "none",
    order: "view",
    seed: 7,
    leave_out: { no_caption: false, shorter_than_s: 0, smaller_than_px: 0 },
  };
  await db
    .insertInto("package")
    .values({
      id,
      name,
      number: input.number ?? 1,
      note: "for a test",
      dataset_id: datasetId,
      version,
      view_id: viewId,
      query: JSON.stringify({ filters: [], where: "seen >= 0", q: "" }),
      order_by: "-seen",
      settings: JSON.stringify(settings),
      format,
      status,
      folder,
      shards_total: shards,
      samples_total: BigInt(input.samples ?? 10 * shards),
      bytes_total: BigInt(1_000 * shards),
      item_list_sha256: sha256("a"),
      columns: JSON.stringify(
        columns.map(({ source, name: columnName }) => ({
          name: columnName,
          type: TYPES[source] ?? "text",
          isNullable: false,
          extension: source === "$media" ? "mp4" : "txt",
        })),
      ),
      shards_done: status === "Ready" ? shards : 0,
      samples_done: status === "Ready" ? BigInt(10 * shards) : 0n,
      bytes_done: status === "Ready" ? BigInt(1_000 * shards) : 0n,
      left_out: 2n,
      uri: status === "Ready" ? `s3://${storage.bucket}/${folder}` : null,
      duration_s: status === "Ready" ? 30 : null,
      content_sha256: status === "Ready" ? sha256(input.content ?? "b") : null,
      repeats: input.repeats ?? null,
      request_key: newId(),
      created_by: ownerId,
      created_at: createdAt,
      finished_at: isOver ? createdAt : null,
    })
    .execute();
  await insertShards({ db }, id, { count: shards, isWritten: status === "Ready" });
  await db.insertInto("package_left_out_count").values({ package_id: id, reason: "no_caption", items: 2n }).execute();
  return { id, name, folder };
};

const insertShards = async (
  { db }: Pick<OpenedData, "db">,
  packageId: string,
  { count, isWritten }: { readonly count: number; readonly isWritten: boolean },
): Promise<void> => {
  const written = (shard: number) => ({
    name: `shard.${String(shard).padStart(5, "0")}.mds`,
    samples: 10,
    bytes: 1_000n,
    sha256: sha256("c"),
    took_ms: 5,
    written_at: new Date(),
  });
  const rows = Array.from({ length: count }, (_, shard) => ({
    package_id: packageId,
    shard,
    list_part: 0,
    first_row: BigInt(10 * shard),
    samples_planned: 10,
    bytes_planned: 1_100n,
    ...(isWritten && written(shard)),
  }));
  if (rows.length > 0) await db.insertInto("package_shard").values(rows).execute();
};
