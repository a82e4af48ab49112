import type { DatasetColumn } from "@dailies/contract";
import { makeData, RecordBatch, Schema, Struct, Table } from "apache-arrow";
import { offerColumns } from "../../../apps/server/src/features/datasets/item-columns.ts";
import { itemSchema } from "../../../apps/server/src/features/datasets/item-schema.ts";
import type { ItemTables } from "../../../apps/server/src/features/datasets/item-table.ts";
import { seeded } from "../../seeded.ts";
import { bigNumbers, booleans, captions, nothing, numbers, poolOf, texts, wholeNumbers } from "./fill-columns.ts";

const own = (name: string, type: DatasetColumn["type"]): DatasetColumn => ({
  name,
  type,
  encoding: type,
  role: null,
  is_indexed: true,
});
const OWN = [
  own("aesthetic", "number"),
  own("motion", "number"),
  own("clip_match", "number"),
  own("ocr_area", "number"),
  own("tokens", "integer"),
  own("source", "text"),
  own("licence", "text"),
  own("is_indoor", "boolean"),
];
export const COLUMNS: readonly DatasetColumn[] = offerColumns(OWN);

const PIECE_ROWS = 250_000;
const SHARD_ROWS = 5_000;
const CAPTIONS = 60_000;
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [854, 480],
  [720, 1280],
  [640, 640],
] as const;
const RATES = [23.976, 24, 25, 29.97, 30, 60];

export const TABLE_NAME = "items_bench";

export interface MadeTable {
  readonly tableName: string;
  readonly tableVersion: number;
  readonly items: number;
  readonly durationS: number;
}

/** A row table of this size, as indexing would have left it. */
export const makeTable = async (tables: ItemTables, datasetId: string, items: number): Promise<MadeTable> => {
  const tableName = TABLE_NAME;
  const schema = itemSchema(OWN);
  const table = await tables.openForWrite(datasetId, tableName, schema);
  const fill = openFiller();
  let durationS = 0;
  for (let first = 0; first < items; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, items - first);
    const piece = fill(first, rows);
    durationS += piece.durationS;
    const struct = makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children: piece.columns });
    const batch = new RecordBatch(new Schema(schema.fields), struct);
    await table.add(new Table([batch]));
  }
  return { tableName, tableVersion: await table.version(), items, durationS };
};

/** A complete table kept by an earlier run. */
export const findTable = async (
  tables: ItemTables,
  datasetId: string,
  items: number,
): Promise<MadeTable | undefined> => {
  const opened = tables.openAt({ datasetId, tableName: TABLE_NAME, tableVersion: 1 });
  const table = await opened.catch(() => undefined);
  if (!table) return undefined;
  await table.checkoutLatest();
  if ((await table.countRows()) === items)
    return { tableName: TABLE_NAME, tableVersion: await table.version(), items, durationS: 0 };
  await tables.drop(datasetId, TABLE_NAME);
  return undefined;
};

const openFiller = () => {
  const random = seeded(8);
  const pool = captions(CAPTIONS, random);
  const sources = poolOf(["youtube", "stock", "film", "game", "screen", "phone"]);
  const licences = poolOf(["cc-by", "cc0", "own", "unknown"]);
  const [codec, mime] = [poolOf(["avc1.64001f", "hvc1.1.6.L93"]), poolOf(["video/mp4"])];
  const uniform = () => random.below(1e9) / 1e9;
  const bell = () => (uniform() + uniform() + uniform()) / 3;
  return (first: number, rows: number) => {
    const keys = poolOf(
      Array.from({ length: rows }, (_, row) => `shard-${Math.floor((first + row) / SHARD_ROWS)}/${first + row}`),
    );
    const shards = poolOf(
      Array.from(
        { length: Math.ceil(rows / SHARD_ROWS) + 1 },
        (_, n) => `bench/clips/shard.${String(Math.floor(first / SHARD_ROWS) + n).padStart(6, "0")}.mds`,
      ),
    );
    const durations = new Float64Array(rows).map(() => 1 + bell() * 20);
    const rates = new Int8Array(rows).map(() => Math.floor(uniform() * RATES.length));
    const sizes = new Int8Array(rows).map(() => Math.floor(uniform() * SIZES.length));
    const shard = (row: number) => Math.floor((first + row) / SHARD_ROWS) - Math.floor(first / SHARD_ROWS);
    const columns = [
      bigNumbers(rows, (row) => first + row),
      wholeNumbers(rows, (row) => Math.floor((first + row) / 50_000)),
      texts(rows, keys, (row) => row),
      texts(rows, shards, shard),
      bigNumbers(rows, (row) => ((first + row) % SHARD_ROWS) * 200_000),
      bigNumbers(rows, () => 100_000 + Math.floor(uniform() * 100_000)),
      texts(rows, mime, () => 0),
      texts(rows, shards, shard),
      bigNumbers(rows, (row) => ((first + row) % SHARD_ROWS) * 200_000),
      bigNumbers(rows, () => 200_000),
      texts(rows, pool, () => Math.floor(uniform() * CAPTIONS)),
      numbers(rows, (row) => durations[row] ?? 0),
      wholeNumbers(rows, (row) => SIZES[sizes[row] ?? 0]?.[0] ?? 0),
      wholeNumbers(rows, (row) => SIZES[sizes[row] ?? 0]?.[1] ?? 0),
      numbers(rows, (row) => RATES[rates[row] ?? 0] ?? 0),
      wholeNumbers(rows, (row) => Math.round((durations[row] ?? 0) * (RATES[rates[row] ?? 0] ?? 0))),
      texts(rows, codec, () => Math.floor(uniform() * 2)),
      nothing(rows),
      numbers(rows, () => 2 + bell() * 6),
      numbers(rows, () => bell() * 40),
      numbers(rows, () => bell()),
      numbers(rows, () => uniform() ** 4),
      bigNumbers(rows, () => Math.floor(bell() * 300)),
      texts(rows, sources, () => Math.floor(uniform() ** 2 * 6)),
      texts(rows, licences, () => Math.floor(uniform() * 4)),
      booleans(rows, () => (uniform() < 0.3 ? 1 : 0)),
    ];
    return { columns, durationS: durations.reduce((sum, each) => sum + each, 0) };
  };
};
