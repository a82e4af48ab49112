import { hash } from "node:crypto";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { PackageDetail, PackageShard } from "@dailies/contract";
import { findSample } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import type { MdsValue } from "@dailies/formats/mds/values/mds-value";
import { memorySource } from "@dailies/formats/memory-source";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../../errors.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
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
import { removePackageObjects } from "./cleanup/remove-objects.ts";
import { packageFolder } from "./package.rules.ts";
import { planPackage } from "./planning/plan-package.ts";
import { registerShard } from "./writing/shard.store.ts";
import { writeShard } from "./writing/write-shard.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const SAMPLES = 40;
const CLIP_BYTES = 100_000;
let ada: Caller;
let eve: Caller;
let datasetId = "";
let viewId = "";

const clipOf = (n: number): Buffer => Buffer.alloc(CLIP_BYTES + n, n + 1);

beforeAll(async () => {
  ada = await aCaller(running.current);
  eve = await aCaller(running.current);
  ({ datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf }));
  viewId = await aView(ada, datasetId, { order_by: "-seen" });
});

const detailOf = async (id: string): Promise<PackageDetail> =>
  (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;

const shardsOf = async (id: string): Promise<PackageShard[]> =>
  (await ada.get(`/api_v1/package/shards/${id}?limit=100`)).body.items as PackageShard[];

const plain = (value: MdsValue): unknown => {
  if (value.kind === "bytes") return value.bytes;
  if (value.kind === "text") return value.text;
  return "value" in value ? value.value : null;
};

/** Every sample with its values, read by the reader of the format. */
const readPackage = async (id: string): Promise<Record<string, unknown>[]> => {
  const folder = packageFolder(id);
  const objects = new Map<string, Uint8Array>();
  for (const name of await rig.current.namesOf(id)) objects.set(name, await rig.current.readObject(folder + name));
  const { shards, version } = JSON.parse(Buffer.from(objects.get("index.json") ?? []).toString());
  for (const shard of shards) {
    const inflate = { zstd: zstdDecompressSync, gz: gunzipSync }[String(shard.compression)];
    if (!inflate) continue;
    const raw = inflate(objects.get(shard.zip_data.basename) ?? Buffer.alloc(0));
    expect([raw.length, hash("sha256", raw)]).toEqual([shard.raw_data.bytes, shard.raw_data.hashes.sha256]);
    objects.set(shard.raw_data.basename, raw);
    Object.assign(shard, { compression: null, zip_data: null });
  }
  objects.set("index.json", Buffer.from(JSON.stringify({ shards, version })));
  const source = memorySource(objects);
  const index = await openMdsIndex(source, "index.json");
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < index.sampleCount; at++) {
    const { shard, indexInShard } = findSample(index, at);
    const { columns } = await readSample(source, index.shardAt(shard), indexInShard, { maxWholeBytes: 10_000_000 });
    const values = columns.map((column) => [column.name, decodeColumn(column)] as const);
    rows.push(Object.fromEntries(values.map(([name, value]) => [name, plain(value)])));
  }
  return rows;
};

describe("a package of MDS", () => {
  it("has every value and every byte of its samples, in the order of the view, and no index before the end", async () => {
    const { id, status } = await aPackage(ada, viewId);
    expect(status).toBe("Queued");
    await planPackage(rig.current, id, never());
    const planned = await detailOf(id);
    expect(planned).toMatchObject({
      status: "Running",
      samples_total: SAMPLES,
      shards_done: 0,
      left_out: 0,
      uri: null,
    });
    expect(planned.shards_total).toBeGreaterThan(3);
    const shards = await shardsOf(id);
    expect(shards.map(({ status: of }) => of)).not.toContain("Written");
    await writeShard(rig.current, { packageId: id, shard: 1 }, never());
    expect(await rig.current.namesOf(id)).not.toContain("index.json");
    expect(await detailOf(id)).toMatchObject({ shards_done: 1 });
    await writeToEnd(rig.current, id);

    const done = await detailOf(id);
    expect(done).toMatchObject({
      status: "Ready",
      samples_done: SAMPLES,
      error: null,
      uri: expect.stringContaining(id),
    });
    const written = await shardsOf(id);
    expect(written.map(({ bytes }) => bytes)).toEqual(shards.map(({ bytes }) => bytes));
    expect(done.bytes_total).toBe(written.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const { name, sha256 } of written) expect(name).toContain(sha256?.slice(0, 16));
    const rows = await readPackage(id);
    expect(rows.map(({ caption }) => caption)).toEqual(
      Array.from({ length: SAMPLES }, (_, n) => `clip number ${SAMPLES - 1 - n}`),
    );
    for (const [at, row] of rows.entries()) {
      const n = SAMPLES - 1 - at;
      expect(Buffer.from(row.video as Uint8Array).equals(clipOf(n))).toBe(true);
      expect([Number(row.seen), Number(row.score)]).toEqual([n * 3, n / 8]);
    }
  });

  it("is a dataset like any other once it is ready", async () => {
    const { id } = await aPackage(ada, viewId, { settings: { order: "shuffled", seed: 3 } });
    await writeToEnd(rig.current, id);
    const { uri } = await detailOf(id);
    const found = await ada.post("/api_v1/dataset/try", { uri });
    expect([found.status, found.body]).toMatchObject([200, { kind: "MDS" }]);
    const captions = (await readPackage(id)).map(({ caption }) => String(caption));
    expect(captions).not.toEqual(captions.toSorted());
    expect(captions.toSorted()).toEqual(Array.from({ length: SAMPLES }, (_, n) => `clip number ${n}`).toSorted());
  });

  it("has the same hashes when it is repeated, with the next number", async () => {
    const first = await aPackage(ada, viewId, { name: "Twice", settings: { order: "bucketed", seed: 5 } });
    await writeToEnd(rig.current, first.id);
    const body = { request_key: "0190aaaa-0000-7000-8000-00000000aaaa" };
    const again = (await eve.post(`/api_v1/package/repeat/${first.id}`, body)).body as unknown as PackageDetail;
    expect(again).toMatchObject({ name: "Twice", number: 2, repeats: { id: first.id, number: 1 } });
    expect((await eve.post(`/api_v1/package/repeat/${first.id}`, body)).body.id).toBe(again.id);
    await writeToEnd(rig.current, again.id);
    const [one, other] = [await detailOf(first.id), await detailOf(again.id)];
    expect(one.content_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([other.content_sha256, other.item_list_sha256]).toEqual([one.content_sha256, one.item_list_sha256]);
  });

  it.each(["zstd", "gz"])("compressed with %s gives the same values", async (compression) => {
    const { id } = await aPackage(ada, viewId, { settings: { compression } });
    await writeToEnd(rig.current, id);
    const index = JSON.parse((await rig.current.readObject(`${packageFolder(id)}index.json`)).toString());
    const [shard] = index.shards;
    expect(shard).toMatchObject({
      compression,
      zip_data: { basename: expect.stringMatching(new RegExp(`\\.mds\\.${compression}$`)) },
    });
    expect(shard.zip_data.bytes).toBeLessThan(shard.raw_data.bytes);
    const rows = await readPackage(id);
    expect(rows.map(({ caption }) => caption)).toEqual(
      Array.from({ length: SAMPLES }, (_, n) => `clip number ${SAMPLES - 1 - n}`),
    );
  });

  it("counts a shard once that two workers have written", async () => {
    const { id } = await aPackage(ada, viewId);
    await planPackage(rig.current, id, never());
    const input = { packageId: id, shard: 0 };
    expect(
      await Promise.all([writeShard(rig.current, input, never()), writeShard(rig.current, input, never())]),
    ).toEqual([true, true]);
    const file = { name: "shard.00000.other.mds", bytes: 7, sha256: "0".repeat(64), raw: null };
    const late = { file, samples: 1, durationS: 0, leftOut: [], tookMs: 1, at: new Date() };
    expect(await registerShard(rig.current.db, input, late)).toBe("written");
    const [shard] = await shardsOf(id);
    expect(await detailOf(id)).toMatchObject({
      shards_done: 1,
      samples_done: shard?.samples,
      bytes_done: shard?.bytes,
    });
    await writeToEnd(rig.current, id);
    expect(await detailOf(id)).toMatchObject({ status: "Ready", samples_done: SAMPLES });
  });

  it("tells open pages of every state, and how far it is", async () => {
    const { id } = await aPackage(ada, viewId);
    await writeToEnd(rig.current, id);
    const { rows } = await sql<{ status: string; done: number }>`
      select payload->>'status' as status, (payload->>'shards_done')::int as done from event_outbox
      where topic = 'packages' and payload->>'id' = ${id} order by event_outbox.id`.execute(running.current.db);
    const { shards_total: total } = await detailOf(id);
    const progress = Array.from({ length: total ?? 0 }, (_, at) => ["Running", at + 1]);
    expect(rows.map(({ status, done }) => [status, done])).toEqual([
      ["Queued", 0],
      ["Running", 0],
      ["Running", 0],
      ...progress,
      ["Verifying", total],
      ["Ready", total],
    ]);
  });

  it("tries a shard again when storage is away, and leaves out nothing", async () => {
    const { id } = await aPackage(ada, viewId);
    await planPackage(rig.current, id, never());
    const read = () => Promise.reject(new DomainError("unavailable", "storage does not answer now"));
    const openProfile = async (profileId: string) => ({
      ...(await rig.current.bucketReaders.openProfile(profileId)),
      read,
    });
    const away = { ...rig.current, bucketReaders: { ...rig.current.bucketReaders, openProfile } };
    await expect(writeShard(away, { packageId: id, shard: 0 }, never())).rejects.toThrow("does not answer now");
    expect(await detailOf(id)).toMatchObject({ status: "Running", shards_done: 0, left_out: 0 });
    await writeToEnd(rig.current, id);
    expect(await detailOf(id)).toMatchObject({ status: "Ready", samples_done: SAMPLES, left_out: 0 });
  });

  it("leaves no object behind when it is cancelled, whatever a late worker stores", async () => {
    const { id } = await aPackage(ada, viewId);
    await planPackage(rig.current, id, never());
    await writeShard(rig.current, { packageId: id, shard: 0 }, never());
    expect((await rig.current.namesOf(id)).length).toBeGreaterThan(1);
    const late = writeShard(rig.current, { packageId: id, shard: 1 }, never());
    expect((await eve.post(`/api_v1/package/cancel/${id}`, {})).status).toBe(403);
    expect((await ada.post(`/api_v1/package/cancel/${id}`, {})).body.status).toBe("Cancelled");
    await late;
    expect(await writeShard(rig.current, { packageId: id, shard: 2 }, never())).toBe(false);
    await removePackageObjects(rig.current, { packageId: id, isLast: true }, never());
    expect(await rig.current.namesOf(id)).toEqual([]);
    expect((await ada.post(`/api_v1/package/cancel/${id}`, {})).status).toBe(200);
    await writeToEnd(rig.current, id);
    expect([(await detailOf(id)).status, await rig.current.namesOf(id)]).toEqual(["Cancelled", []]);
  });
});
