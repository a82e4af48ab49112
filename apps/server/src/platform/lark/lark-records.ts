import { type LarkTable, pathOfTable } from "./lark-bases.ts";
import { absentRecords, anything, foundRecords, madeRecords } from "./lark-schemas.ts";
import type { LarkTransport } from "./lark-transport.ts";

export type LarkFields = Readonly<Record<string, unknown>>;

/** Limit per request. */
const MAX_RECORDS = 500;
const MAX_CONDITIONS = 50;
const MAX_GET = 100;

const inChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Text is returned in segments, each with its format. */
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((piece) => String((piece as { text?: unknown } | null)?.text ?? "")).join("")
    : String(value ?? "");

export const recordCalls = ({ call }: LarkTransport) => ({
  /** All or nothing, in the order given; idempotent by the client token. */
  createRecords: async (table: LarkTable, clientToken: string, made: readonly LarkFields[]): Promise<string[]> => {
    const { records } = await call(madeRecords, {
      method: "POST",
      path: pathOfTable(table, "records/batch_create"),
      query: { client_token: clientToken },
      json: { records: made.map((fields) => ({ fields })) },
    });
    return (records ?? []).map(({ record_id }) => record_id);
  },

  updateRecords: async (
    table: LarkTable,
    changed: readonly { readonly id: string; readonly fields: LarkFields }[],
  ): Promise<void> => {
    const json = { records: changed.map(({ id, fields }) => ({ record_id: id, fields })) };
    await call(anything, { method: "POST", path: pathOfTable(table, "records/batch_update"), json });
  },

  /** The ids of deleted records. */
  listAbsent: async (table: LarkTable, ids: readonly string[]): Promise<string[]> => {
    const gone: string[] = [];
    for (const record_ids of inChunks(ids, MAX_GET)) {
      const path = pathOfTable(table, "records/batch_get");
      const answered = await call(absentRecords, { method: "POST", path, json: { record_ids } });
      gone.push(...(answered.absent_record_ids ?? []));
    }
    return gone;
  },

  /** The records whose text in this field is one of these, by that text. */
  findByText: async (table: LarkTable, field: string, texts: readonly string[]): Promise<Map<string, string>> => {
    const byText = new Map<string, string>();
    for (const some of inChunks(texts, MAX_CONDITIONS)) {
      const conditions = some.map((text) => ({ field_name: field, operator: "is", value: [text] }));
      const { items } = await call(foundRecords, {
        method: "POST",
        path: pathOfTable(table, "records/search"),
        query: { page_size: String(MAX_RECORDS) },
        json: { field_names: [field], filter: { conjunction: "or", conditions } },
      });
      for (const { record_id, fields } of items ?? []) byText.set(textOf(fields[field]), record_id);
    }
    return byText;
  },
});
