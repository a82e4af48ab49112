import { createHash } from "node:crypto";
import type { Db } from "../../../platform/db/database.ts";
import type { Lark, LarkFields, LarkTable } from "../../../platform/lark/lark.ts";
import { LARK, LarkError } from "../../../platform/lark/lark-error.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { LarkColumn } from "../run/export-progress.ts";
import type { ExportColumn, ExportRow } from "../run/export-table.ts";
import { KEY_FIELD, toLarkValue } from "./lark-fields.rules.ts";
import { deleteRecords, listRecords } from "./lark-record.store.ts";
import { sendMedia } from "./send-media.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly lark: Lark;
}

export interface LarkRows {
  readonly jobId: string;
  readonly batch: number;
  readonly table: LarkTable;
  readonly columns: readonly ExportColumn[];
  readonly fields: readonly LarkColumn[];
  readonly rows: readonly ExportRow[];
  /** An earlier attempt may have written these rows. */
  readonly isInDoubt: boolean;
  /** Updates rows of earlier exports in place; otherwise each export adds its own rows. */
  readonly updates: boolean;
}

interface Prepared {
  readonly key: string;
  readonly fields: LarkFields;
}

/**
 * Writes each row once. Returns the new record ids by row key; undefined when `markSent` reported that the run is over, in
 * which case nothing was sent.
 */
export const writeRows = async (
  deps: Deps,
  input: LarkRows,
  markSent: () => Promise<boolean>,
): Promise<Map<string, string> | undefined> => {
  const { lark, db } = deps;
  const { table } = input;
  const prepared: Prepared[] = [];
  for (const row of input.rows) prepared.push(await prepare(deps, input, row));
  const known = await listRecords(
    db,
    table,
    prepared.map(({ key }) => key),
  );
  const gone = input.updates ? await updateKnown(deps, table, prepared, known) : [];
  const missing = prepared.filter(({ key }) => !known.has(key) || gone.includes(known.get(key) ?? ""));
  const arrived = input.isInDoubt ? await findArrived(lark, table, missing) : new Map<string, string>();
  const creates = missing.filter(({ key }) => !arrived.has(key));
  if (creates.length === 0) return arrived;
  if (!(await markSent())) return undefined;
  const ids = await lark.createRecords(
    table,
    clientToken(input, creates),
    creates.map(({ fields }) => fields),
  );
  for (const [index, { key }] of creates.entries()) arrived.set(key, ids[index] ?? "");
  return arrived;
};

const findArrived = (lark: Lark, table: LarkTable, rows: readonly Prepared[]): Promise<Map<string, string>> =>
  lark.findByText(
    table,
    KEY_FIELD,
    rows.map(({ key }) => key),
  );

/** Returns the rows whose records were deleted in Lark; they are created again. */
const updateKnown = async (
  { lark, db }: Deps,
  table: LarkTable,
  rows: readonly Prepared[],
  known: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const changes = rows.flatMap(({ key, fields }) => {
    const id = known.get(key);
    return id === undefined ? [] : [{ id, fields }];
  });
  if (changes.length === 0) return [];
  try {
    await lark.updateRecords(table, changes);
    return [];
  } catch (error) {
    if (!(error instanceof LarkError && error.larkCode === LARK.recordGone)) throw error;
  }
  const gone = await lark.listAbsent(
    table,
    changes.map(({ id }) => id),
  );
  await deleteRecords(db, table, gone);
  const left = changes.filter(({ id }) => !gone.includes(id));
  if (left.length > 0) await lark.updateRecords(table, left);
  return gone;
};

const prepare = async (deps: Deps, input: LarkRows, row: ExportRow): Promise<Prepared> => {
  const key = input.updates ? row.key : `${input.jobId}:${row.key}`;
  const fields: Record<string, unknown> = { [KEY_FIELD]: key };
  for (const { column, field, type } of input.fields) {
    const place = input.columns.findIndex((each) => each.key === column);
    fields[field] =
      input.columns[place]?.type === "media"
        ? await sendMedia(deps, input.table.appToken, row)
        : toLarkValue(type, row.values[place] ?? null);
  }
  return { key, fields };
};

/**
 * Idempotency key: equal rows of one batch get equal tokens, so Lark writes them once. A token from the batch number alone
 * would drop rows that joined the batch between two attempts.
 */
const clientToken = ({ jobId, batch, table }: LarkRows, rows: readonly Prepared[]): string => {
  const named = [jobId, batch, table.appToken, table.tableId, ...rows.map(({ key }) => key)].join("\n");
  const hex = createHash("sha256").update(named).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
