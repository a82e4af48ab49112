import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LeftOutItem, PackageDetail } from "@dailies/contract";
import { memorySource } from "@dailies/formats/memory-source";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { readTarSamples } from "@dailies/formats/tar/group-samples";
import { beforeAll, describe, expect, it } from "vitest";
import { inflate } from "../../platform/sandbox/inflate.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { putTarSet } from "../../testing/builders/a-stored-set.ts";
import type { MadeItem } from "../../testing/builders/an-item-table.ts";
import { renderSample } from "../../testing/media-samples.ts";
import { indexNewDataset, runDataRig } from "../../testing/rigs/data-rig.ts";
import { aClipDataset, aPackage, aView, runPackageRig, writeToEnd } from "../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { packageFolder } from "./package.rules.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
let ada: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
});

const detailOf = async (id: string): Promise<PackageDetail> =>
  (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;
const leftOutOf = async (id: string): Promise<LeftOutItem[]> =>
  (await ada.get(`/api_v1/package/left-out/${id}?limit=100`)).body.items as LeftOutItem[];

/** Every sample of a package of tars: its files by extension. */
const readTars = async (id: string): Promise<{ key: string; files: Map<string, Uint8Array> }[]> => {
  const folder = packageFolder(id);
  const names = (await rig.current.namesOf(id)).filter((name) => name.endsWith(".tar"));
  const samples: { key: string; files: Map<string, Uint8Array> }[] = [];
  for (const name of names) {
    const bytes = await rig.current.readObject(folder + name);
    for await (const { key, files } of readTarSamples(memorySource(new Map([[name, bytes]])), name)) {
      const read = files.map((file) => [file.suffix, bytes.subarray(file.offset, file.offset + file.bytes)] as const);
      samples.push({ key, files: new Map(read) });
    }
  }
  return samples;
};

describe("a package of a WebDataset as a WebDataset", () => {
  it("has the clips and values of its source, and names the samples of a source that is gone or cut off", async () => {
    const { storage, folder } = data.current;
    const scratch = await mkdtemp(join(tmpdir(), "package-clips-"));
    const clip = await readFile(await renderSample(scratch, "clip.mp4"));
    await rm(scratch, { recursive: true });
    await putTarSet(storage, `${folder}tar/`, { shards: 4, samples: 5, clip: () => clip });
    const datasetId = await indexNewDataset(data.current, ada, "tar/");
    const columns = [
      { source: "$media", name: "mp4" },
      { source: "caption", name: "caption" },
      { source: "score", name: "score" },
    ];
    const settings = { format: "WebDataset", columns };
    const whole = await aPackage(ada, await aView(ada, datasetId), { settings });
    await writeToEnd(rig.current, whole.id);
    const samples = await readTars(whole.id);
    expect(samples.map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, n) => String(n).padStart(6, "0")));
    for (const [n, { key, files }] of samples.entries()) {
      expect(Buffer.from(files.get("mp4") ?? []).equals(clip)).toBe(true);
      const values = JSON.parse(Buffer.from(files.get("json") ?? []).toString());
      expect(values).toEqual({ __key__: key, caption: `a caption of ${key}`, score: n % 5 });
    }
    const index = JSON.parse((await rig.current.readObject(`${packageFolder(whole.id)}index.json`)).toString());
    expect(index.shardlist.reduce((sum: number, { nsamples }: { nsamples: number }) => sum + nsamples, 0)).toBe(20);

    await storage.deleteObjects([`${folder}tar/set-00001.tar`]);
    const cut = await rig.current.readObject(`${folder}tar/set-00002.tar`);
    const half = cut.subarray(0, Math.floor(cut.length / 2));
    await storage.putObject(`${folder}tar/set-00002.tar`, half, { contentType: "application/x-tar" });
    const { id } = await aPackage(ada, await aView(ada, datasetId), { settings });
    await writeToEnd(rig.current, id);
    const made = await detailOf(id);
    const items = await leftOutOf(id);
    const keysOf = (reason: string) => items.filter((item) => item.reason === reason).map(({ key }) => key);
    expect(keysOf("object_missing")).toEqual(["000005", "000006", "000007", "000008", "000009"]);
    const truncated = keysOf("object_truncated");
    expect(truncated).toContain("000014");
    expect(truncated).not.toContain("000010");
    expect(made).toMatchObject({ status: "Ready", samples_total: 20, left_out: items.length });
    expect(made.samples_done).toBe(20 - items.length);
    expect(made.left_out_by_reason).toEqual(
      expect.arrayContaining([
        { reason: "object_missing", items: 5 },
        { reason: "object_truncated", items: truncated.length },
      ]),
    );
    expect((await readTars(id)).map(({ key }) => key)).toEqual(
      samples.map(({ key }) => key).filter((key) => !items.some((item) => item.key === key)),
    );
  });
});

describe("a package of Parquet", () => {
  it("has every value and every byte, opens as a dataset and lists its files last", async () => {
    const clipOf = (n: number) => Buffer.alloc(90_000 + n, n + 1);
    const item = (n: number): MadeItem => (n % 3 === 0 ? { score: null, caption: null } : {});
    const { datasetId } = await aClipDataset(data.current, ada, { samples: 30, clipOf, item });
    const sources = ["key", "caption", "score", "seen", "is_ok", "made_at"];
    const columns = [{ source: "$media", name: "video" }, ...sources.map((source) => ({ source, name: source }))];
    const { id } = await aPackage(ada, await aView(ada, datasetId), { settings: { format: "Parquet", columns } });
    await writeToEnd(rig.current, id);
    const folder = packageFolder(id);
    const { files } = JSON.parse((await rig.current.readObject(`${folder}index.json`)).toString());
    expect(files.length).toBeGreaterThan(2);
    const rows: Record<string, unknown>[] = [];
    for (const { name, rows: count } of files) {
      const bytes = await rig.current.readObject(folder + name);
      const source = memorySource(new Map([[name, bytes]]));
      const file = await readParquetFooter(source, name);
      expect(file.rows).toBe(count);
      const names = file.columns.map((column) => column.name);
      for (const group of file.groups.keys()) {
        const read = await readParquetRows(source, file, group, names, inflate);
        const length = read.get("key")?.length ?? 0;
        for (let at = 0; at < length; at++) {
          const row = Object.fromEntries(names.map((each) => [each, read.get(each)?.[at]]));
          const { offset, bytes: size } = row.video as unknown as { offset: number; bytes: number };
          rows.push({ ...row, video: bytes.subarray(offset, offset + size) });
        }
      }
    }
    expect(rows).toHaveLength(30);
    for (const [n, row] of rows.entries()) {
      expect(clipOf(n).equals(row.video as Buffer)).toBe(true);
      expect([row.key, Number(row.seen), row.is_ok]).toEqual([`key-${n}`, n * 3, n % 2 === 0]);
      expect([row.caption, row.score]).toEqual(n % 3 === 0 ? [null, null] : [`clip number ${n}`, n / 8]);
    }
    const found = await ada.post("/api_v1/dataset/try", { uri: (await detailOf(id)).uri });
    expect([found.status, found.body]).toMatchObject([200, { kind: "Parquet" }]);
  });
});

describe("items that a plan leaves out", () => {
  const item = (n: number): MadeItem => {
    if (n === 1) return { fault: "its header cannot be read" };
    if (n === 2) return { object: null, media_bytes: null };
    if (n === 3) return { caption: null };
    if (n === 4) return { caption: "" };
    if (n === 5) return { duration_s: 0.5 };
    if (n === 6) return { duration_s: null };
    return n === 7 ? { width: 1280, height: 100 } : {};
  };
  const leaveOut = { no_caption: true, shorter_than_s: 1, smaller_than_px: 144 };

  it("are the ones of the estimate, each with its reason", async () => {
    const clipOf = (n: number) => Buffer.alloc(5_000, n + 1);
    const { datasetId } = await aClipDataset(data.current, ada, { samples: 12, clipOf, item });
    const viewId = await aView(ada, datasetId);
    const { settings, id } = await aPackage(ada, viewId, { settings: { leave_out: leaveOut } });
    const estimate = await ada.post("/api_v1/package/estimate", { view_id: viewId, settings });
    const reasons = [
      { reason: "faulty", items: 1 },
      { reason: "no_media", items: 1 },
      { reason: "no_caption", items: 2 },
      { reason: "too_short", items: 2 },
      { reason: "too_small", items: 1 },
    ];
    expect([estimate.status, estimate.body]).toMatchObject([
      200,
      { items: 12, samples: 5, left_out: reasons, shards: 1, seconds: null },
    ]);
    const buckets = estimate.body.buckets as { items: number }[];
    expect(buckets.reduce((sum, bucket) => sum + bucket.items, 0)).toBe(5);
    await writeToEnd(rig.current, id);
    const made = await detailOf(id);
    expect(made).toMatchObject({ status: "Ready", samples_done: 5, left_out: 7 });
    expect(made.left_out_by_reason.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual(
      reasons.toSorted((a, b) => a.reason.localeCompare(b.reason)),
    );
    expect((await leftOutOf(id)).map(({ ordinal, reason, detail }) => [ordinal, reason, detail])).toEqual([
      [1, "faulty", "its header cannot be read"],
      [3, "no_caption", ""],
      [4, "no_caption", ""],
      [2, "no_media", ""],
      [5, "too_short", "0.5 s"],
      [6, "too_short", "unknown"],
      [7, "too_small", "100 px"],
    ]);
    expect(Math.abs(Number(estimate.body.bytes) - Number(made.bytes_total))).toBeLessThan(1_000);
  });
});
