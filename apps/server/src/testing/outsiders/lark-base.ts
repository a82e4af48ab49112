import { randomBytes } from "node:crypto";

export interface LarkAnswer {
  readonly status: number;
  readonly body: { readonly code: number; readonly msg: string } & Record<string, unknown>;
}

export const refuse = (code: number, msg: string, status = 400): LarkAnswer => ({ status, body: { code, msg } });
const ok = (data: Record<string, unknown> = {}): LarkAnswer => ({
  status: 200,
  body: { code: 0, msg: "success", data },
});

interface Field {
  readonly field_id: string;
  readonly field_name: string;
  readonly type: number;
  readonly is_primary: boolean;
}

type Values = Record<string, unknown>;

interface Table {
  readonly name: string;
  readonly fields: Field[];
  readonly records: Map<string, Values>;
}

const newId = (prefix: string): string => prefix + randomBytes(7).toString("hex");
const MAX_AT_ONCE = 1_000;
const MAX_CONDITIONS = 50;
const MAX_GET = 100;
const PRIMARY_TYPES: ReadonlySet<number> = new Set([1, 2, 5, 13, 15]);

/** The values that each field type accepts; null clears any of them. */
const TAKES: Readonly<Record<number, (value: unknown) => boolean>> = {
  1: (value) => typeof value === "string",
  2: (value) => typeof value === "number",
  3: (value) => typeof value === "string",
  4: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  5: (value) => Number.isSafeInteger(value),
  7: (value) => typeof value === "boolean",
  15: (value) => typeof (value as { link?: unknown }).link === "string",
  17: (value) => Array.isArray(value) && value.every((item) => typeof item?.file_token === "string"),
};

/** One in-memory base with its tables, as strict as the documented one. */
export class LarkBase {
  readonly name: string;
  isShared = true;
  readonly tables = new Map<string, Table>();
  readonly files = new Map<string, number>();
  /** Replies by client token. */
  readonly answered = new Map<string, LarkAnswer>();
  constructor(name: string) {
    this.name = name;
  }

  /** For tests: a table created by hand. */
  addTable(name: string, fields: Readonly<Record<string, number>>): string {
    const answer = this.createTable({
      table: { name, fields: Object.entries(fields).map(([field_name, type]) => ({ field_name, type })) },
    });
    return (answer.body.data as { table_id: string }).table_id;
  }

  recordsOf(tableId: string): Values[] {
    return [...(this.tables.get(tableId)?.records.values() ?? [])];
  }

  describe(): LarkAnswer {
    return ok({ app: { name: this.name, revision: 1 } });
  }

  listTables(url: URL): LarkAnswer {
    return page(
      [...this.tables].map(([table_id, { name }]) => ({ table_id, name })),
      url,
    );
  }

  createTable(body: Values): LarkAnswer {
    const { name, fields = [] } = body.table as { name: string; fields?: { field_name: string; type: number }[] };
    if ([...this.tables.values()].some((table) => table.name === name)) return refuse(1254013, "TableNameDuplicated");
    if (fields[0] && !PRIMARY_TYPES.has(fields[0].type)) return refuse(1254024, "InvalidPrimaryField");
    if (new Set(fields.map(({ field_name }) => field_name)).size < fields.length)
      return refuse(1254014, "FieldNameDuplicated");
    const made = fields.map((field, index) => ({ ...field, field_id: newId("fld"), is_primary: index === 0 }));
    const tableId = newId("tbl");
    this.tables.set(tableId, { name, fields: made, records: new Map() });
    return ok({ table_id: tableId });
  }

  listFields(tableId: string, url: URL): LarkAnswer {
    return page(this.tables.get(tableId)?.fields ?? [], url);
  }

  createField(tableId: string, { field_name, type }: Values): LarkAnswer {
    const fields = this.tables.get(tableId)?.fields ?? [];
    if (fields.some((field) => field.field_name === field_name)) return refuse(1254014, "FieldNameDuplicated");
    fields.push({ field_id: newId("fld"), field_name: String(field_name), type: Number(type), is_primary: false });
    return ok({});
  }

  batchCreate(tableId: string, clientToken: string, body: Values): LarkAnswer {
    if (!/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(clientToken))
      return refuse(1254046, "ClientTokenInvalid");
    const before = this.answered.get(`${tableId} ${clientToken}`);
    if (before) return before;
    const records = body.records as { fields: Values }[];
    const fault = this.faultOf(tableId, records);
    if (fault) return fault;
    const made = records.map(({ fields }) => ({ record_id: newId("rec"), fields }));
    for (const { record_id, fields } of made) this.tables.get(tableId)?.records.set(record_id, fields);
    const answer = ok({ records: made });
    this.answered.set(`${tableId} ${clientToken}`, answer);
    return answer;
  }

  batchUpdate(tableId: string, body: Values): LarkAnswer {
    const records = body.records as { record_id: string; fields: Values }[];
    const held = this.tables.get(tableId)?.records;
    if (records.some(({ record_id }) => !held?.has(record_id))) return refuse(1254043, "RecordIdNotFound");
    const fault = this.faultOf(tableId, records);
    if (fault) return fault;
    for (const { record_id, fields } of records) held?.set(record_id, { ...held.get(record_id), ...fields });
    return ok({ records });
  }

  batchGet(tableId: string, body: Values): LarkAnswer {
    const ids = body.record_ids as string[];
    if (ids.length > MAX_GET) return refuse(1254104, "RecordAddOnceExceedLimit");
    const held = this.tables.get(tableId)?.records;
    return ok({
      records: ids.filter((id) => held?.has(id)).map((record_id) => ({ record_id, fields: held?.get(record_id) })),
      absent_record_ids: ids.filter((id) => !held?.has(id)),
    });
  }

  search(tableId: string, url: URL, body: Values): LarkAnswer {
    const { conditions } = body.filter as { conditions: { field_name: string; value: string[] }[] };
    if (conditions.length > MAX_CONDITIONS) return refuse(1254018, "InvalidFilter");
    const table = this.tables.get(tableId);
    const isKnown = (name: string): boolean => table?.fields.some(({ field_name }) => field_name === name) ?? false;
    if (conditions.some(({ field_name }) => !isKnown(field_name))) return refuse(1254045, "FieldNameNotFound");
    const found = [...(table?.records ?? [])].filter(([, fields]) =>
      conditions.some(({ field_name, value }) => fields[field_name] === value[0]),
    );
    const inPieces = (fields: Values): Values =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === "string" ? [{ text: value, type: "text" }] : value,
        ]),
      );
    return page(
      found.map(([record_id, fields]) => ({ record_id, fields: inPieces(fields) })),
      url,
    );
  }

  private faultOf(tableId: string, records: readonly { fields: Values }[]): LarkAnswer | undefined {
    if (records.length > MAX_AT_ONCE) return refuse(1254104, "RecordAddOnceExceedLimit");
    const types = new Map(this.tables.get(tableId)?.fields.map(({ field_name, type }) => [field_name, type]));
    for (const [name, value] of records.flatMap(({ fields }) => Object.entries(fields))) {
      const type = types.get(name);
      if (type === undefined) return refuse(1254045, "FieldNameNotFound");
      if (value !== null && !TAKES[type]?.(value)) return refuse(type === 5 ? 1254064 : 1254015, "FieldConvFail");
    }
    return undefined;
  }
}

const page = (items: readonly object[], url: URL): LarkAnswer => {
  const size = Number(url.searchParams.get("page_size") ?? 20);
  const start = Number(url.searchParams.get("page_token") ?? 0);
  const hasMore = start + size < items.length;
  return ok({
    items: items.slice(start, start + size),
    has_more: hasMore,
    total: items.length,
    ...(hasMore && { page_token: String(start + size) }),
  });
};
