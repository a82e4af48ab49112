import { buffer } from "node:stream/consumers";
import { zstdCompressSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { putFiles } from "../../../testing/builders/a-stored-set.ts";
import { elsewhere } from "../../../testing/lance-manifests.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { detectSource } from "./sources/detect-source.ts";
import { limitsFor, openSource } from "./sources/open-source.ts";
import type { SampleRow } from "./sources/source.ts";

const running = runApp();
const rig = runDataRig(running);
const { signal } = new AbortController();

const put = (folder: string, files: Record<string, Uint8Array>): Promise<void> =>
  putFiles(
    rig.current.storage,
    rig.current.folder + folder,
    Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
  );

const openAt = async (path: string) => {
  const ref = await detectSource(rig.current.bucketReaders, { uri: rig.current.uriOf(path) }, signal);
  return openSource(ref, limitsFor({ readsMedia: false }));
};

/** The rows that would be indexed, up to a limit. */
const rowsOf = async (path: string, most = 1_000): Promise<SampleRow[]> => {
  const source = await openAt(path);
  const rows: SampleRow[] = [];
  for (const part of (await source.plan({ isHasty: false, signal })).parts) {
    for await (const row of source.read(part, signal)) {
      rows.push(row);
      if (rows.length > most) throw new Error(`more than ${most} rows`);
    }
  }
  return rows;
};

describe("an MDS index that claims samples which are not there", () => {
  const indexOf = (samples: number, bytes: number, zipped?: number): Uint8Array => {
    const file = (basename: string, length: number) => ({ basename, bytes: length, hashes: {} });
    const shard = {
      version: 2,
      format: "mds",
      hashes: [],
      size_limit: null,
      samples,
      column_names: ["a"],
      column_encodings: ["str"],
      column_sizes: [null],
      raw_data: file("shard.mds", bytes),
      compression: zipped === undefined ? null : "zstd",
      zip_data: zipped === undefined ? null : file("shard.mds.zstd", zipped),
    };
    return new TextEncoder().encode(JSON.stringify({ version: 2, shards: [shard] }));
  };

  it("is told in one row, whether its bytes are too few, too many, missing or nothing but a table", async () => {
    const most = 0xffff_ffff;
    await put("few/", { "index.json": indexOf(most, 100), "shard.mds": new Uint8Array(100) });
    await put("many/", { "index.json": indexOf(most, 2 ** 35), "shard.mds": new Uint8Array(100) });
    await put("gone/", { "index.json": indexOf(1_000_000, 2 ** 26), "shard.mds.txt": new Uint8Array(1) });
    const table = new Uint8Array(64_000_000);
    const zipped = zstdCompressSync(table);
    await put("zipped/", {
      "index.json": indexOf(15_999_998, table.length, zipped.length),
      "shard.mds.zstd": zipped,
    });
    for (const [folder, words] of [
      ["few/", "claims 4294967295 samples, for which 100 bytes are too few"],
      ["many/", "claims 4294967295 samples, at most"],
      ["gone/", "claims 1000000 samples that cannot be read"],
      ["zipped/", "claims 15999998 samples, at most"],
    ] as const) {
      const rows = await rowsOf(folder);
      expect(rows).toMatchObject([{ key: "0:0", fault: expect.stringContaining(words) }]);
    }
  });

  it("keeps the places of as many as a shard may well have", async () => {
    await put("lost/", { "index.json": indexOf(40, 1_000), "shard.mds.txt": new Uint8Array(1) });
    const rows = await rowsOf("lost/");
    expect(rows).toHaveLength(40);
    expect(rows[39]).toMatchObject({ key: "0:39", fault: expect.any(String) });
  });
});

describe("a Parquet file that claims rows which are not there", () => {
  const varint = (value: number): number[] => {
    const bytes: number[] = [];
    let left = 2n * BigInt(value);
    for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
    return [...bytes, Number(left)];
  };
  /** A file with only a footer: one row group whose columns have no bytes. */
  const claiming = (rows: number, columns: 0 | 1): Uint8Array => {
    const leaf = [0x15, 2, 0x25, 2, 0x18, 1, 0x61, 0];
    const schema = [0x48, 1, 0x6d, 0x15, 2 * columns, 0, ...(columns === 1 ? leaf : [])];
    const chunk = [0x3c, 0x45, 0, 0x16, ...varint(rows), 0x26, 0, 0x26, 8, 0, 0];
    const group = [0x19, (columns << 4) | 0x0c, ...(columns === 1 ? chunk : []), 0x26, ...varint(rows), 0];
    const told = [0x29, ((columns + 1) << 4) | 0x0c, ...schema, 0x16, ...varint(rows), 0x19, 0x1c, ...group, 0];
    const mark = [...new TextEncoder().encode("PAR1")];
    return Uint8Array.from([...mark, ...told, told.length, 0, 0, 0, ...mark]);
  };

  it("is told in one row for each group", async () => {
    const data = [1, 2, 3];
    await put("claims/", {
      "a.parquet": claiming(Number.MAX_SAFE_INTEGER, 1),
      "b.parquet": claiming(Number.MAX_SAFE_INTEGER, 0),
      "c.parquet": claiming(500_000, 0),
      "d.parquet": claiming(500_000, 1),
      "e.parquet": new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "n", data, type: "INT32" }] })),
    });
    const rows = await rowsOf("claims/");
    const words = (what: string) => expect.stringContaining(what);
    expect(rows.map(({ key, fault }) => [key, fault])).toEqual([
      ["a.parquet:0", words("claims 9007199254740991 rows: at most 1048576")],
      ["b.parquet:0", words("claims 9007199254740991 rows: it has no columns")],
      ["c.parquet:0", words("claims 500000 rows: it has no columns")],
      ["d.parquet:0", words("claims 500000 rows: none of its columns can be read: a: ")],
      ...data.map((n) => [`e.parquet:${n - 1}`, undefined]),
    ]);
  });
});

describe("a Lance table that keeps files in other places", () => {
  const putTable = async (folder: string): Promise<string> => {
    const { connect } = await import("@lancedb/lancedb");
    const { catalogue, storage } = rig.current;
    const uri = `s3://${catalogue.bucket}/${rig.current.folder}${folder}`;
    const database = await connect(uri, { storageOptions: catalogue.storageOptions });
    await database.createTable("clips", [{ id: "a" }, { id: "b" }]);
    const [manifest] = await storage.listObjects(`${rig.current.folder}${folder}/clips.lance/_versions/`, { limit: 9 });
    return manifest?.key ?? "";
  };
  const plant = async (key: string): Promise<void> => {
    const manifest = await buffer(await rig.current.storage.getObject(key));
    const bytes = elsewhere(manifest, `s3://${rig.current.catalogue.bucket}/other`);
    await putFiles(rig.current.storage, "", [{ name: key, bytes }]);
  };

  it("is refused before the library opens it", async () => {
    const key = await putTable("led");
    expect(await rowsOf("led/clips.lance")).toHaveLength(2);
    await plant(key);
    await expect(rowsOf("led/clips.lance")).rejects.toThrow("has files outside its folder");
  });

  it("is refused as well when it became so after it was planned", async () => {
    const key = await putTable("later");
    const source = await openAt("later/clips.lance");
    const { parts } = await source.plan({ isHasty: false, signal });
    await plant(key);
    const read = async () => {
      const again = await openAt("later/clips.lance");
      for (const part of parts) for await (const row of again.read(part, signal)) expect(row.key).toBe("");
    };
    await expect(read()).rejects.toThrow("has files outside its folder");
  });
});
