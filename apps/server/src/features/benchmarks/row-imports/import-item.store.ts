import { assetProbe, type RowImport, rowFields, spriteLayout } from "@dailies/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { CheckedClip } from "../../assets/index.ts";
import type { ItemMedia } from "../../datasets/index.ts";
import type { RowFields } from "../rows/row.store.ts";

const storedFile = z.object({
  assetId: z.string(),
  sha256: z.string().transform((hex) => Buffer.from(hex, "hex")),
  sizeBytes: z.number(),
  mime: z.string(),
  probe: assetProbe,
  bucket: z.string(),
  objectKey: z.string(),
  posterKey: z.string().nullable(),
  sprite: spriteLayout.omit({ url: true, vtt_url: true }).extend({ key: z.string(), vtt_key: z.string() }).nullable(),
}) satisfies z.ZodType<CheckedClip>;

/** What was stored for the inputs of one row, by input. */
export type ImportFiles = Readonly<Record<string, CheckedClip>>;

export interface NewImportItem {
  readonly position: number;
  readonly key: string;
  readonly fields: RowFields;
  /** Null when no clip has to be read. */
  readonly media: ItemMedia | null;
  /** Why it makes no row. */
  readonly fault: string | null;
}

/** Items without a clip to read are done at once. Called once per import, in the transaction that marks it as drawn. */
export const insertImportItems = async (
  tx: Tx,
  importId: string,
  items: readonly NewImportItem[],
  at: Date,
): Promise<void> => {
  const isDone = ({ media, fault }: NewImportItem): boolean => media === null || fault !== null;
  const given = JSON.stringify(items.map((item) => ({ ...item, is_done: isDone(item) })));
  await sql`
    insert into benchmark_import_item (import_id, position, key, fields, media, fault, read_at)
    select ${importId}, position, key, fields, media, fault, case when is_done then ${at}::timestamptz end
    from jsonb_to_recordset(${given}::jsonb)
      as given (position int, key text, fields jsonb, media jsonb, fault text, is_done boolean)`.execute(tx);
  await tx
    .updateTable("benchmark_row_import")
    .set({ status: "Running", items_total: items.length, items_done: items.filter(isDone).length })
    .where("id", "=", importId)
    .execute();
};

export interface PendingItem {
  readonly position: number;
  readonly key: string;
  readonly media: ItemMedia;
}

/** Items whose clip is to be read, in order. */
export const listPendingItems = async (
  db: Db,
  importId: string,
  after: number,
  limit: number,
): Promise<PendingItem[]> => {
  const { rows } = await sql<PendingItem>`
    select position, key, media from benchmark_import_item
    where import_id = ${importId} and position > ${after} and read_at is null and media is not null
    order by position limit ${limit}`.execute(db);
  return rows;
};

/** Objects without an asset are swept after a day, so files that were stored long ago are stored again. */
export const forgetOldFiles = async (tx: Tx, importId: string, before: Date): Promise<void> => {
  const { rows } = await sql`
    update benchmark_import_item set read_at = null, files = '{}'
    where import_id = ${importId} and read_at < ${before} and files <> '{}' returning position`.execute(tx);
  await sql`
    update benchmark_row_import set items_done = items_done - ${rows.length} where id = ${importId}`.execute(tx);
};

/** Records the outcome of one item once; returns false when the import is over. */
export const settleImportItem = async (
  db: Db,
  importId: string,
  position: number,
  outcome: { readonly files: ImportFiles; readonly fault: string | null; readonly at: Date },
): Promise<boolean> => {
  const files = Object.fromEntries(
    Object.entries(outcome.files).map(([key, file]) => [key, { ...file, sha256: file.sha256.toString("hex") }]),
  );
  const { rows } = await sql<{ is_running: boolean }>`
    with settled as (
      update benchmark_import_item set files = ${JSON.stringify(files)}::jsonb, fault = left(${outcome.fault}, 500),
        read_at = ${outcome.at}
      where import_id = ${importId} and position = ${position} and read_at is null returning position
    )
    update benchmark_row_import set items_done = items_done + (select count(*) from settled)
    where id = ${importId} and status = 'Running' returning true as is_running`.execute(db);
  return rows.length > 0;
};

export interface ReadItem {
  readonly position: number;
  readonly key: string;
  readonly fields: RowFields;
  readonly files: ImportFiles;
}

/** The items that make rows, in order. */
export const listReadItems = async (db: Db, importId: string): Promise<ReadItem[]> => {
  const { rows } = await sql<{ position: number; key: string; fields: unknown; files: unknown }>`
    select position, key, fields, files from benchmark_import_item
    where import_id = ${importId} and fault is null and read_at is not null order by position`.execute(db);
  return rows.map(({ fields, files, ...row }) => ({
    ...row,
    fields: rowFields.parse(fields),
    files: z.record(z.string(), storedFile).parse(files),
  }));
};

/** The contents that were stored so far. */
export const listStoredContents = async (
  db: Db,
  importId: string,
): Promise<{ sha256: Buffer; sizeBytes: number }[]> => {
  const { rows } = await sql<{ sha256: string; sizeBytes: number }>`
    select distinct file.value ->> 'sha256' as sha256, (file.value ->> 'sizeBytes')::float8 as "sizeBytes"
    from benchmark_import_item i, jsonb_each(i.files) as file where i.import_id = ${importId}`.execute(db);
  return rows.map(({ sha256, sizeBytes }) => ({ sha256: Buffer.from(sha256, "hex"), sizeBytes }));
};

const MAX_REASONS = 20;
const SHOWN_KEYS = 5;

/** Why items made no row, the most frequent reason first. */
export const listLeftOut = async (db: Db, importId: string): Promise<RowImport["left_out"]> => {
  const { rows } = await sql<RowImport["left_out"][number]>`
    select fault as reason, count(*)::int as items, (array_agg(key order by position))[1:${sql.lit(SHOWN_KEYS)}] as keys
    from benchmark_import_item where import_id = ${importId} and fault is not null
    group by fault order by count(*) desc, fault limit ${MAX_REASONS}`.execute(db);
  return rows;
};
