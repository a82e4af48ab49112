import type { DatasetExport, DatasetView } from "@dailies/contract";
import { memorySource } from "@dailies/formats/memory-source";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { inflate } from "../../../platform/sandbox/inflate.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable, type MadeItem } from "../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { openReplicas } from "../items/replica/open-replicas.ts";
import type { Replicas } from "../items/replica/replica.ts";
import { writeItemExport } from "./write-item-export.ts";

const running = runApp();
const rig = runDataRig(running);
let ada: Caller;
let eve: Caller;
let base = "";
let replicas: Replicas;

const ITEMS: MadeItem[] = Array.from({ length: 60 }, (_, n) => ({
  caption: n === 3 ? '=HYPERLINK("x"), "quoted"' : `clip ${n}`,
  object: "a/shard.mds",
  media_offset: n * 10,
  media_bytes: 10,
  score: n % 7 === 0 ? null : n / 4,
  seen: n,
  is_ok: n % 2 === 0,
}));

beforeAll(async () => {
  [ada, eve] = [await aCaller(running.current), await aCaller(running.current)];
  const { db, config, clock } = running.current;
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const { datasetId } = await anItemTable(rig.current, { ownerId: ada.id, profileId, items: ITEMS });
  base = `/api_v1/dataset/${datasetId}`;
  const { folder, diskBytes: limitBytes, memoryBytes, threads } = config.replica;
  replicas = openReplicas({
    ...rig.current,
    clock: clock.now,
    folder,
    limitBytes,
    memoryBytes,
    threads,
    log: captureLog().log,
  });
});
afterAll(() => replicas?.close());

const begin = async (body: object): Promise<DatasetExport> => {
  const answer = await ada.post(`${base}/export`, { request_key: newId(), ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as unknown as DatasetExport;
};
const write = (id: string) => writeItemExport({ ...rig.current, replicas }, id, new AbortController().signal);
const listed = async (caller: Caller) => (await caller.get(`${base}/exports`)).body.items as DatasetExport[];
/** Parquet has no other character set than UTF-8. */
const NAMES_CHARSET = /^(text\/csv; charset=utf-8|application\/(x-ndjson; charset=utf-8|vnd\.apache\.parquet))$/;

const download = async (id: string): Promise<Buffer> => {
  const answer = await ada.get(`/api_v1/dataset/export/${id}/download`);
  expect(answer.status).toBe(302);
  const file = await fetch(String(answer.headers.location));
  expect(file.headers.get("content-type")).toMatch(NAMES_CHARSET);
  return Buffer.from(await file.arrayBuffer());
};

describe("files of items", () => {
  const asked = { where: "score >= 10 OR seen = 3", order_by: "-seen", columns: ["caption", "score", "is_ok", "seen"] };
  const wanted = ITEMS.map(({ score, seen }, n) => ({ n, score: Number(score ?? -1), seen: Number(seen) }))
    .filter(({ score, seen }) => score >= 10 || seen === 3)
    .sort((a, b) => b.seen - a.seen);

  it("are written as CSV that no spreadsheet runs", async () => {
    const { id } = await begin({ ...asked, format: "csv" });
    await write(id);
    const lines = (await download(id)).toString().split("\r\n");
    expect(lines[0]).toBe("\uFEFFordinal,key,caption,score,is_ok,seen");
    expect(lines.at(-2)).toBe(`3,key-3,"'=HYPERLINK(""x""), ""quoted""",0.75,false,3`);
    expect(lines).toHaveLength(wanted.length + 2);
    expect((await listed(ada))[0]).toMatchObject({
      id,
      status: "Finished",
      rows_done: wanted.length,
      rows_total: wanted.length,
    });
  });

  it("are written as JSON lines and as Parquet with the same rows, twice the same bytes", async () => {
    const [json, parquet] = [await begin({ ...asked, format: "jsonl" }), await begin({ ...asked, format: "parquet" })];
    await write(json.id);
    await write(parquet.id);
    const rows = (await download(json.id))
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(wanted.map(({ n }) => n));
    expect(rows[0]).toEqual({ ordinal: 59, key: "key-59", caption: "clip 59", score: 14.75, is_ok: false, seen: 59 });
    const bytes = await download(parquet.id);
    const source = memorySource(new Map([["file", bytes]]));
    const file = await readParquetFooter(source, "file");
    expect(file.rows).toBe(wanted.length);
    const names = file.columns.map(({ name }) => name);
    expect(names).toEqual(["ordinal", "key", "caption", "score", "is_ok", "seen"]);
    const read = await readParquetRows(source, file, 0, names, inflate);
    expect(rows.map((_, at) => Object.fromEntries(names.map((name) => [name, read.get(name)?.[at]])))).toEqual(rows);
    const again = await begin({ ...asked, format: "parquet" });
    await write(again.id);
    expect((await download(again.id)).equals(bytes)).toBe(true);
  });

  it("are one's own, begun once for a form, and can be stopped", async () => {
    const body = { format: "csv", request_key: newId() };
    const [first, again] = [await begin(body), await begin(body)];
    expect(again.id).toBe(first.id);
    expect(await listed(eve)).toEqual([]);
    expect((await eve.post(`/api_v1/dataset/export/${first.id}/cancel`, {})).status).toBe(404);
    expect((await eve.get(`/api_v1/dataset/export/${first.id}/download`)).status).toBe(404);
    expect((await ada.get(`/api_v1/dataset/export/${first.id}/download`)).status).toBe(409);
    expect((await ada.post(`/api_v1/dataset/export/${first.id}/cancel`, {})).body.status).toBe("Cancelled");
    await write(first.id);
    expect((await listed(ada)).find(({ id }) => id === first.id)).toMatchObject({ status: "Cancelled", bytes: null });
  });

  it("are refused before they begin when they could not be written", async () => {
    for (const body of [{ where: "nothing = 1" }, { columns: ["tags"] }, { order_by: "tags" }]) {
      const answer = await ada.post(`${base}/export`, { format: "csv", request_key: newId(), ...body });
      expect([answer.status, answer.body.code]).toEqual([422, "invalid"]);
    }
  });
});

describe("saved views", () => {
  it("keep the question with its version and count, under one name", async () => {
    const body = {
      name: "good ones",
      where: "score > 5",
      q: "clip",
      order_by: "-score",
      seed: 7,
      request_key: newId(),
    };
    const answer = await ada.post(`${base}/view`, body);
    const count = ITEMS.filter(
      ({ score, caption }) => Number(score ?? 0) > 5 && String(caption).includes("clip"),
    ).length;
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { name: "good ones", version: 1, items: count, seed: 7, where: "score > 5" },
    ]);
    expect((await ada.post(`${base}/view`, body)).body.id).toBe(answer.body.id);
    expect((await eve.post(`${base}/view`, { ...body, name: "Good ones", request_key: newId() })).status).toBe(409);
    const views = (await eve.get(`${base}/views`)).body.items as DatasetView[];
    expect(views.map(({ id }) => id)).toEqual([answer.body.id]);
  });

  it("are forgotten by who made them or an administrator", async () => {
    const [view] = (await eve.get(`${base}/views`)).body.items as DatasetView[];
    const path = `/api_v1/dataset/view/${view?.id}/delete`;
    expect((await eve.post(path, {})).status).toBe(403);
    const boss = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
    expect((await boss.post(path, {})).status).toBe(200);
    expect((await ada.post(path, {})).status).toBe(404);
    expect((await ada.get(`${base}/views`)).body.total).toBe(0);
  });
});
