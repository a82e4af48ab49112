import { lanceShardFormat } from "@dailies/formats/lance/lance-shard-format";
import { LANCE_DATA_FOLDER, LANCE_MANIFEST_NAME, writeLanceManifest } from "@dailies/formats/lance/write-manifest";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";
import { asShardBytes } from "./package-samples.ts";

const FRAGMENTS = 2;
const ROWS = 24_000;
const nullable = { isNullable: true, extension: "mp4" };

const COLUMNS: readonly ShardColumn[] = [
  { name: "number", type: "integer", ...nullable },
  { name: "words", type: "text", ...nullable },
  { name: "video", type: "bytes", ...nullable },
  { name: "motion", type: "vector", dimensions: 2, ...nullable },
  { name: "is_even", type: "boolean", ...nullable },
];

/** `read_packages.py` knows the same rules. */
const valuesAt = (at: number): readonly ShardValue[] => {
  const video = new Uint8Array(at % 1_000 === 0 ? 500_000 : at % 7).fill((at >> 3) & 0xff);
  return [
    at % 5 === 1 ? null : at,
    at % 3 === 1 ? null : `${at} ${"é".repeat(600)}`,
    at % 11 === 5 ? null : asShardBytes(video),
    at % 4 === 1 ? null : [at, 0.5],
    at % 6 === 1 ? null : at % 2 === 0,
  ];
};

/** A Lance table whose columns have several pages in each fragment. */
export const writeLongTable = async (folder: string, files: Map<string, Uint8Array>): Promise<void> => {
  const fragments: { file: string; rows: number; bytes: number }[] = [];
  for (let fragment = 0; fragment < FRAGMENTS; fragment += 1) {
    const writer = lanceShardFormat(COLUMNS).openShard();
    const pieces: Uint8Array[] = [];
    for (let row = 0; row < ROWS; row += 1)
      for await (const piece of writer.write("", valuesAt(fragment * ROWS + row))) pieces.push(piece);
    const bytes = Buffer.concat([...pieces, writer.close().after]);
    const file = `shard.${fragment}.lance`;
    files.set(folder + LANCE_DATA_FOLDER + file, bytes);
    fragments.push({ file, rows: ROWS, bytes: bytes.length });
  }
  const table = { columns: COLUMNS, writtenAt: new Date("2026-11-18T00:00:00Z") };
  files.set(folder + LANCE_MANIFEST_NAME, await writeLanceManifest(table, fragments));
};
