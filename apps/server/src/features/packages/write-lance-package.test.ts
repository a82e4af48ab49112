import type { PackageDetail, PackageShard, ViewerHeader, ViewerSample } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { openSharedTable } from "../../platform/lance/open-shared-table.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { clipBytes } from "../../testing/builders/a-test-bucket.ts";
import type { MadeItem } from "../../testing/builders/an-item-table.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import {
  aClipDataset,
  aPackage,
  aView,
  never,
  runPackageRig,
  writeToEnd,
} from "../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { packageFolder } from "./package.rules.ts";
import { planPackage } from "./planning/plan-package.ts";
import { writeShard } from "./writing/write-shard.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const SAMPLES = 40;
const MANIFEST = "samples.lance/_versions/1.manifest";
const SOURCES = ["key", "caption", "score", "seen", "is_ok", "made_at"];
const columns = [{ source: "$media", name: "video" }, ...SOURCES.map((source) => ({ source, name: source }))];
let ada: Caller;
let viewId = "";

const clipOf = (n: number): Buffer => Buffer.from(clipBytes(n, 100_000 + n));
const item = (n: number): MadeItem => (n % 3 === 0 ? { score: null, caption: null } : {});

beforeAll(async () => {
  ada = await aCaller(running.current);
  const { datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf, item });
  viewId = await aView(ada, datasetId, { order_by: "-seen" });
});

const aLancePackage = (): Promise<PackageDetail> => aPackage(ada, viewId, { settings: { format: "Lance", columns } });
const detailOf = async (id: string): Promise<PackageDetail> =>
  (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;
const shardsOf = async (id: string): Promise<PackageShard[]> =>
  (await ada.get(`/api_v1/package/shards/${id}?limit=100`)).body.items as PackageShard[];

/** Every row as LanceDB reads it. */
const readTable = async (uri: string): Promise<Record<string, unknown>[]> => {
  const { bucketReader, key } = await rig.current.bucketReaders.openUri(uri);
  const { files, end } = await bucketReader.share();
  const folder = key.replace(/samples[.]lance\/?$/, "");
  const table = await openSharedTable({ files, folder, name: "samples", version: 1 });
  const rows = await table.takeOffsets(Array.from({ length: await table.countRows() }, (_, at) => at)).toArray();
  end();
  return rows.map((row) => row.toJSON() as Record<string, unknown>);
};

describe("a package of Lance", () => {
  it("has every value and every byte in the order of the view, and is no table before the end", async () => {
    const { id } = await aLancePackage();
    await planPackage(rig.current, id, never());
    const planned = await shardsOf(id);
    expect(planned.length).toBeGreaterThan(2);
    await writeShard(rig.current, { packageId: id, shard: 1 }, never());
    expect(await rig.current.namesOf(id)).not.toContain(MANIFEST);
    await writeToEnd(rig.current, id);

    const made = await detailOf(id);
    const uri = `s3://${rig.current.storage.bucket}/${packageFolder(id)}samples.lance/`;
    expect(made).toMatchObject({ status: "Ready", samples_done: SAMPLES, uri, error: null });
    expect(made.loader_code).toContain(`lance.dataset("${uri}")`);
    const written = await shardsOf(id);
    for (const [at, { name, bytes, sha256 }] of written.entries()) {
      expect(name).toMatch(new RegExp(`^samples\\.lance/data/shard\\.0000${at}\\.${sha256?.slice(0, 16)}\\.lance$`));
      expect(bytes).toBeLessThanOrEqual(planned[at]?.bytes ?? 0);
    }
    const rows = await readTable(uri);
    expect(rows).toHaveLength(SAMPLES);
    for (const [at, row] of rows.entries()) {
      const n = SAMPLES - 1 - at;
      expect(clipOf(n).equals(row.video as Uint8Array)).toBe(true);
      expect([row.key, Number(row.seen), row.is_ok]).toEqual([`key-${n}`, n * 3, n % 2 === 0]);
      expect([row.caption, row.score]).toEqual(n % 3 === 0 ? [null, null] : [`clip number ${n}`, n / 8]);
      expect(new Date(Number(row.made_at)).toISOString()).toBe("2026-01-02T03:04:05.678Z");
    }
  });

  it("opens as a dataset and in the viewer, with its clips", async () => {
    const { id } = await aLancePackage();
    await writeToEnd(rig.current, id);
    const { uri } = await detailOf(id);
    const found = await ada.post("/api_v1/dataset/try", { uri });
    expect([found.status, found.body]).toMatchObject([200, { kind: "Lance" }]);
    const opened = await ada.get(`/api_v1/sdv/open?uri=${encodeURIComponent(uri ?? "")}`);
    const { handle, samples } = opened.body as unknown as ViewerHeader;
    expect([opened.status, samples]).toEqual([200, SAMPLES]);
    const { body } = await ada.get(`/api_v1/sdv/${handle}/sample/39`);
    const sample = body as unknown as ViewerSample;
    expect(Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]))).toMatchObject({
      key: { text: "key-0" },
      video: { kind: "media", content_type: "video/mp4" },
    });
    const url = `/api_v1/sdv/${handle}/blob/39/video`;
    const { rawPayload } = await running.current.app.http.inject({ url, cookies: ada.cookies });
    expect(rawPayload.equals(clipOf(0))).toBe(true);
  });

  it("has the same shards and hashes when it is repeated", async () => {
    const first = await aLancePackage();
    await writeToEnd(rig.current, first.id);
    const { body } = await ada.post(`/api_v1/package/repeat/${first.id}`, { request_key: newId() });
    await writeToEnd(rig.current, String(body.id));
    const [one, other] = [await detailOf(first.id), await detailOf(String(body.id))];
    expect(one.content_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(other.content_sha256).toBe(one.content_sha256);
    const namesOf = async (id: string) => (await shardsOf(id)).map(({ name }) => name);
    expect(await namesOf(other.id)).toEqual(await namesOf(one.id));
  });
});
