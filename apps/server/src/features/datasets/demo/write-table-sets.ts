import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { type DemoItem, metadataOf } from "./demo-media.ts";
import type { DemoFile } from "./demo-storage.ts";

const ROWS_PER_FILE = 500;
const ROWS_PER_GROUP = 200;
const encoder = new TextEncoder();

/** Each clip is stored once beside the table, however many rows reference it; broken clips have their own file. */
export const clipPathOf = (item: DemoItem): string =>
  item.breakage === "cut" || item.breakage === "text" ? `clips/${item.key}.mp4` : `clips/${item.media.name}`;

export function* clipFiles(items: readonly DemoItem[]): Generator<DemoFile> {
  const seen = new Set<string>();
  for (const item of items) {
    const name = clipPathOf(item);
    if (seen.has(name)) continue;
    seen.add(name);
    yield { name, bytes: item.bytes };
  }
}

const columnsOf = (items: readonly DemoItem[]): ColumnSource[] => {
  const rows = items.map(metadataOf);
  return [
    { name: "id", data: rows.map(({ id }) => id), type: "STRING" },
    { name: "path", data: items.map(clipPathOf), type: "STRING" },
    { name: "caption", data: rows.map(({ caption }) => caption), type: "STRING" },
    { name: "aesthetic", data: Float32Array.from(rows, ({ aesthetic }) => aesthetic), type: "FLOAT" },
    { name: "motion", data: rows.map(({ motion }) => motion), type: "DOUBLE" },
    { name: "source", data: rows.map(({ source }) => source), type: "STRING" },
    { name: "licence", data: rows.map(({ licence }) => licence), type: "STRING" },
    { name: "camera_move", data: rows.map(({ camera_move: move }) => move), type: "STRING" },
    { name: "scene_id", data: Int32Array.from(rows, ({ scene_id: scene }) => scene), type: "INT32" },
    { name: "has_text", data: rows.map(({ has_text: has }) => has), type: "BOOLEAN" },
  ];
};

const embeddingSchema = [
  { name: "embedding", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  { name: "element", repetition_type: "OPTIONAL", type: "FLOAT" },
] as const;

const SCALARS = {
  STRING: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  FLOAT: { type: "FLOAT" },
  DOUBLE: { type: "DOUBLE" },
  INT32: { type: "INT32" },
  BOOLEAN: { type: "BOOLEAN" },
} as const;

const writeParquet = (items: readonly DemoItem[]): Uint8Array => {
  const columns = columnsOf(items);
  const schema = [
    { name: "schema", num_children: columns.length + 1 },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: "OPTIONAL" as const,
      ...SCALARS[(type ?? "STRING") as keyof typeof SCALARS],
    })),
    ...embeddingSchema,
  ];
  const untyped = columns.map(({ name, data }) => ({ name, data }));
  const columnData = [...untyped, { name: "embedding", data: items.map(({ embedding }) => [...embedding]) }];
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: ROWS_PER_GROUP }));
};

/** Parquet files with a column that names the clips beside them. */
export function* writeParquetSet(items: readonly DemoItem[]): Generator<DemoFile> {
  yield* clipFiles(items);
  for (let from = 0; from < items.length; from += ROWS_PER_FILE) {
    const name = `part-${String(from / ROWS_PER_FILE).padStart(4, "0")}.parquet`;
    yield { name, bytes: writeParquet(items.slice(from, from + ROWS_PER_FILE)) };
  }
}

const quote = (cell: string | number): string => {
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const CSV_HEAD = "path,text,num_frames,height,width,aspect_ratio,resolution,fps,aesthetic,source";

/** One CSV in Open-Sora's format: its eight columns and two more. */
export function* writeOpenSoraSet(items: readonly DemoItem[]): Generator<DemoFile> {
  yield* clipFiles(items);
  const rows = items.map((item) => {
    const { width, height, frames, fps } = item.media.header;
    const [w, h] = [width ?? 0, height ?? 0];
    const shape = [frames ?? 0, h, w, (h / Math.max(1, w)).toFixed(4), w * h, (fps ?? 0).toFixed(3)];
    return [clipPathOf(item), item.caption, ...shape, item.aesthetic, item.source].map(quote).join(",");
  });
  yield { name: "meta.csv", bytes: encoder.encode(`${[CSV_HEAD, ...rows].join("\n")}\n`) };
}
