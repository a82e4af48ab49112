import type { PackageSettings, PackageShard } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import type { MadeItem } from "../../../testing/builders/an-item-table.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import {
  aClipDataset,
  aPackage,
  aView,
  never,
  runPackageRig,
  writeToEnd,
} from "../../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { packageFolder } from "../package.rules.ts";
import { findPackage } from "../package.store.ts";
import { type ListedSample, readItemList } from "./item-list.ts";
import { planPackage } from "./plan-package.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
let ada: Caller;

/** What JSON escapes, what it does not, and what has more bytes than letters. */
const TEXTS = ['a "quote" and \\', "tab\tline\nbell\u0007nul\u0000", "\u007f\u2028é 雨 🦊", "", "</script>", "plain"];
const SAMPLES = 30;
const textOf = (n: number): string | null => (n % 7 === 6 ? null : (TEXTS[n % 7] ?? null));
const seenOf = (n: number): number | null => {
  if (n % 5 === 4) return null;
  return n % 5 === 3 ? 2 ** 60 + n * 1_024 : n - 2;
};
const tagsOf = (n: number): string | null => (n % 4 === 3 ? null : `{"tags": ["é", ${n}, NaN], "text": "a\\nb"}`);
const vectorOf = (n: number): number[] | null => [n, -n / 3, 0.1, 1e-7];
const item = (n: number): MadeItem => ({
  source: textOf(n),
  seen: seenOf(n),
  score: n % 6 === 5 ? null : n / 7,
  is_ok: n % 3 === 2 ? null : n % 3 === 0,
  tags: tagsOf(n),
});

const SOURCES = ["source", "seen", "tags", "score", "is_ok", "made_at", "embedding", "duration_s"];
const columns = [{ source: "$media", name: "video" }, ...SOURCES.map((source) => ({ source, name: source }))];

beforeAll(async () => {
  ada = await aCaller(running.current);
});

const shardsOf = async (id: string): Promise<PackageShard[]> =>
  (await ada.get(`/api_v1/package/shards/${id}?limit=100`)).body.items as PackageShard[];

const listOf = async (id: string): Promise<ListedSample[]> => {
  const made = await findPackage(rig.current.db, id);
  const samples: ListedSample[] = [];
  const list = { folder: packageFolder(id), columns: made?.columns ?? [] };
  for await (const part of readItemList(rig.current.storage, list)) samples.push(...part);
  return samples;
};

describe("the plan of a package", () => {
  let datasetId = "";
  beforeAll(async () => {
    const clipOf = (n: number): Buffer => Buffer.alloc(100_000 + n, n);
    ({ datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf, item, vectorOf }));
  });

  it.each<PackageSettings["format"]>(["MDS", "WebDataset", "Parquet"])(
    "knows the size of every shard of %s before it is written, whatever its values are",
    async (format) => {
      const { id } = await aPackage(ada, await aView(ada, datasetId), {
        settings: { format, columns, order: "shuffled", seed: 11 },
      });
      await planPackage(rig.current, id, never());
      const planned = (await shardsOf(id)).map(({ bytes }) => bytes);
      expect(planned.length).toBeGreaterThan(2);
      await writeToEnd(rig.current, id);
      const written = await shardsOf(id);
      expect(written.reduce((sum, { samples }) => sum + samples, 0)).toBe(SAMPLES);
      if (format !== "Parquet") expect(written.map(({ bytes }) => bytes)).toEqual(planned);
      for (const [at, { bytes }] of written.entries()) expect(bytes).toBeLessThanOrEqual(planned[at] ?? 0);
    },
  );

  it("lists every value of every sample exactly", async () => {
    const { id } = await aPackage(ada, await aView(ada, datasetId), { settings: { columns } });
    await planPackage(rig.current, id, never());
    const samples = await listOf(id);
    expect(samples.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: SAMPLES }, (_, n) => n));
    for (const [n, { key, values, bytes, durationS }] of samples.entries()) {
      expect([key, bytes, durationS]).toEqual([`key-${n}`, 100_000 + n, 2 + (n % 5)]);
      const seen = seenOf(n);
      expect(values).toEqual([
        null,
        textOf(n),
        seen !== null && !Number.isSafeInteger(seen) ? BigInt(seen) : seen,
        tagsOf(n),
        n % 6 === 5 ? null : n / 7,
        n % 3 === 2 ? null : n % 3 === 0,
        "2026-01-02T03:04:05.678Z",
        Array.from(Float32Array.from(vectorOf(n) ?? [])),
        2 + (n % 5),
      ]);
    }
  });

  it("has vectors as arrays of their length, and as JSON where some item has none", async () => {
    const encodingsOf = async (from: string): Promise<unknown> => {
      const vectors = [{ source: "embedding", name: "embedding" }];
      const { id } = await aPackage(ada, await aView(ada, from), { settings: { columns: vectors } });
      await writeToEnd(rig.current, id);
      const index = JSON.parse((await rig.current.readObject(`${packageFolder(id)}index.json`)).toString());
      return index.shards[0].column_encodings;
    };
    expect(await encodingsOf(datasetId)).toEqual(["ndarray:float32:4"]);
    const clipOf = (): Buffer => Buffer.alloc(10);
    const gaps = { samples: 4, clipOf, vectorOf: (n: number) => (n === 2 ? null : [1, 2, 3, 4]) };
    expect(await encodingsOf((await aClipDataset(data.current, ada, gaps)).datasetId)).toEqual(["json"]);
  });
});
