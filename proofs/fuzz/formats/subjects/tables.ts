import { readRecordSample, readTableSamples } from "@dailies/formats/folder/folder-samples";
import { readCsv } from "@dailies/formats/folder/read-csv";
import { FormatFault } from "@dailies/formats/format-fault";
import { latestManifest } from "@dailies/formats/lance/manifest-names";
import { readLanceManifest, readNamedManifest } from "@dailies/formats/lance/read-manifest";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { inflate } from "../../../../apps/server/src/platform/sandbox/inflate.ts";
import { fileOf, PREFIX, type Subject, take } from "../subject.ts";
import { readSeed } from "./seeds.ts";

const MOST_ROWS = 500;
/** The version in the seed manifest. */
export const SEED_VERSION = 3;

const LINES = [
  { path: "clips/a.mp4", text: "a red car", fps: 24, tags: ["x", "y"], vector: [0.1, 0.2], none: null },
  { path: "../../etc/passwd", text: "狐狸", fps: 1e3, is_valid: true, nested: { deep: { deeper: 1 } } },
];
const CSV =
  'path,text,num_frames,height,width,fps\nclips/a.mp4,"a ""red"" car",24,720,1280,23.976\n/abs/b.mp4,two\nlines,1\n';
const RECORD = {
  span_uuid: "5d1c",
  source_video: "a.mp4",
  duration_span: [0, 4.5],
  width_source: 1920,
  height_source: 1080,
  framerate_source: 24,
  clip_location: "/out/clips/5d1c.mp4",
  motion_score: { global_mean: 0.1 },
  valid: true,
  windows: [{ start_frame: 0, end_frame: 96, model_caption: "a car" }],
};

export const tableSubjects: readonly Subject[] = [
  {
    name: "parquet",
    sets: async () => [new Map([fileOf("table.parquet", readSeed("table.parquet"))])],
    run: async (source) => {
      const file = await readParquetFooter(source, `${PREFIX}table.parquet`);
      const names = file.columns.map(({ name }) => name);
      for (const { index } of file.groups.slice(0, 2)) await readParquetRows(source, file, index, names, inflate);
    },
  },
  {
    name: "lance manifest",
    sets: async () => [new Map([fileOf("table.manifest", readSeed("table.manifest"))])],
    run: async (source) => void (await readLanceManifest(source, `${PREFIX}table.manifest`)),
  },
  {
    name: "lance table",
    sets: async () => [new Map([fileOf(`_versions/${SEED_VERSION}.manifest`, readSeed("table.manifest"))])],
    run: async (source, files) => {
      const latest = latestManifest([...files.keys()], PREFIX);
      if (latest === undefined) throw new FormatFault("missing", "there is no manifest");
      await readNamedManifest(source, latest);
    },
  },
  {
    name: "jsonl",
    sets: async () => [new Map([fileOf("table.jsonl", `${LINES.map((line) => JSON.stringify(line)).join("\n")}\n`)])],
    run: (source) =>
      take(readTableSamples(source, { object: `${PREFIX}table.jsonl`, root: PREFIX }), MOST_ROWS, (row) => row.key),
  },
  {
    name: "csv",
    sets: async () => [new Map([fileOf("table.csv", CSV)])],
    run: async (source) => {
      await take(readTableSamples(source, { object: `${PREFIX}table.csv`, root: PREFIX }), MOST_ROWS, (row) => row.key);
      await take(readCsv(source, `${PREFIX}table.csv`), MOST_ROWS, (row) => row.begin);
    },
  },
  {
    name: "curated record",
    sets: async () => [new Map([fileOf("metas/v0/5d1c.json", JSON.stringify(RECORD))])],
    run: async (source) =>
      void (await readRecordSample(source, { object: `${PREFIX}metas/v0/5d1c.json`, root: PREFIX })),
  },
];
