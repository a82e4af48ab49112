import { type Comparison, type DatasetColumn, isCondition, type Predicate } from "@dailies/contract";
import { makeArrowTable } from "@lancedb/lancedb";
import type { OpenedData } from "../../features/datasets/index.ts";
import type { IndexingDeps } from "../../features/datasets/indexing/indexing-deps.ts";
import { offerColumns } from "../../features/datasets/item-columns.ts";
import { itemSchema } from "../../features/datasets/item-schema.ts";
import { newId } from "../../platform/ids.ts";

type Cell = string | number | boolean | null;

/** An item with some fields; the others are missing. */
export type MadeItem = Readonly<Record<string, Cell>>;

interface TestColumn extends DatasetColumn {
  readonly dimensions?: number;
}

const own = (name: string, type: DatasetColumn["type"], more: Partial<TestColumn> = {}): TestColumn => ({
  name,
  type,
  encoding: type,
  role: null,
  is_indexed: !["json", "vector", "binary"].includes(type),
  ...more,
});

export const OWN_COLUMNS: readonly TestColumn[] = [
  own("score", "number"),
  own("source", "text"),
  own("seen", "integer"),
  own("is_ok", "boolean"),
  own("made_at", "time"),
  own("tags", "json"),
  own("latent", "binary", { encoding: "bytes" }),
  own('odd "name"', "text"),
  own("embedding", "vector", { dimensions: 4, role: "vector" }),
];
export const ITEM_COLUMNS = offerColumns(OWN_COLUMNS.map(({ dimensions: _, ...column }) => column));

export interface ItemTableInput {
  readonly ownerId: string;
  readonly profileId: string;
  readonly items: readonly MadeItem[];
  readonly vectorOf?: (ordinal: number) => readonly number[] | null;
  /** Another version of an existing dataset. */
  readonly datasetId?: string;
  readonly kind?: string;
  readonly uri?: string;
}

export interface MadeDataset {
  readonly datasetId: string;
  readonly version: number;
}

/** A dataset with a version, as indexing would have left it. */
export const anItemTable = async (
  { db, itemTables }: Pick<IndexingDeps, "db" | "itemTables">,
  input: ItemTableInput,
): Promise<MadeDataset> => {
  const datasetId = input.datasetId ?? newId();
  const tableName = `items_${newId().replaceAll("-", "")}`;
  const schema = itemSchema(OWN_COLUMNS);
  const rows = input.items.map((item, ordinal) =>
    toRow(
      schema.fields.map(({ name }) => name),
      item,
      ordinal,
      input,
    ),
  );
  const table = await itemTables.openForWrite(datasetId, tableName, schema);
  if (rows.length > 0) await table.add(makeArrowTable(rows, { schema }));
  const version = input.datasetId ? 2 : 1;
  const at = new Date();
  if (!input.datasetId) await insertDataset(db, datasetId, input, at);
  const durationS = input.items.reduce((sum, { duration_s }) => sum + Number(duration_s ?? 0), 0);
  await db
    .insertInto("dataset_version")
    .values({
      dataset_id: datasetId,
      version,
      table_name: tableName,
      table_version: BigInt(await table.version()),
      items: BigInt(rows.length),
      duration_s: durationS,
      bytes: 0n,
      faults: 0n,
      columns: JSON.stringify(ITEM_COLUMNS),
      note: "",
      created_by: "test",
      created_at: at,
    })
    .execute();
  await db.updateTable("dataset").set({ version, status: "Ready" }).where("id", "=", datasetId).execute();
  return { datasetId, version };
};

const insertDataset = async (db: OpenedData["db"], id: string, input: ItemTableInput, at: Date): Promise<void> => {
  await db
    .insertInto("dataset")
    .values({
      id,
      name: `set ${id}`,
      description: "",
      kind: input.kind ?? "MDS",
      layout: "plain",
      profile_id: input.profileId,
      uri: input.uri ?? "s3://datasets/made/",
      status: "Indexing",
      owner_id: input.ownerId,
      request_key: newId(),
      created_at: at,
      updated_at: at,
      columns: JSON.stringify(ITEM_COLUMNS),
    })
    .execute();
};

const toRow = (names: readonly string[], item: MadeItem, ordinal: number, { vectorOf }: ItemTableInput) => {
  const row: Record<string, unknown> = {};
  for (const name of names) row[name] = item[name] ?? null;
  row.ordinal = BigInt(ordinal);
  row.part = 0;
  row.key = item.key ?? `key-${ordinal}`;
  for (const name of ["media_offset", "media_bytes", "sample_offset", "sample_bytes", "seen", "latent"]) {
    if (typeof row[name] === "number") row[name] = BigInt(row[name]);
  }
  row.made_at = typeof item.made_at === "string" ? new Date(item.made_at) : null;
  row.embedding = vectorOf?.(ordinal) ?? null;
  return row;
};

/** An independent implementation of a predicate: a missing value makes every comparison false. */
export const holds = (predicate: Predicate, item: MadeItem): boolean => {
  if (isCondition(predicate)) return compares(predicate, item[predicate.field] ?? null);
  if ("not" in predicate) return !holds(predicate.not, item);
  return "and" in predicate
    ? predicate.and.every((part) => holds(part, item))
    : predicate.or.some((part) => holds(part, item));
};

const compares = ({ field, op, value }: Comparison, raw: Cell): boolean => {
  if (op === "is_null") return raw === null;
  if (op === "not_null") return raw !== null;
  if (raw === null) return false;
  const plain = (cell: Cell): Cell => (field === "made_at" ? Date.parse(String(cell)) : cell);
  const cell = plain(raw) as string;
  const values = (Array.isArray(value) ? value : [value ?? null]).map((each) => plain(each) as string);
  const [first = "", second = ""] = values;
  const tests: Record<Exclude<Comparison["op"], "is_null" | "not_null">, () => boolean> = {
    eq: () => cell === first,
    ne: () => cell !== first,
    lt: () => cell < first,
    lte: () => cell <= first,
    gt: () => cell > first,
    gte: () => cell >= first,
    between: () => cell >= first && cell <= second,
    in: () => values.includes(cell),
    not_in: () => !values.includes(cell),
    contains: () => String(cell).toLowerCase().includes(first.toLowerCase()),
  };
  return tests[op]();
};
