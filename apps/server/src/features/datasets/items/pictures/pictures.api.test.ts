import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { createMediaJail } from "../../../../platform/sandbox/media-jail.ts";
import { aCaller, type Caller } from "../../../../testing/builders/a-caller.ts";
import { putMdsSet } from "../../../../testing/builders/a-stored-set.ts";
import { renderSample } from "../../../../testing/media-samples.ts";
import { indexToEnd, runDataRig } from "../../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { findLivingRun } from "../../index-run.store.ts";
import { makeNextPicture } from "./start-picture-worker.ts";

const SAMPLES = 80;
const BROKEN = 75;

const running = runApp();
const rig = runDataRig(running);
let scratch = "";
let ada: Caller;
let id = "";

beforeAll(async () => {
  ada = await aCaller(running.current);
  scratch = await mkdtemp(join(tmpdir(), "dailies-pictures-"));
  const clip = await readFile(await renderSample(scratch, "clip.mp4"));
  const { storage, folder, uriOf } = rig.current;
  const clipOf = (n: number) => (n === BROKEN ? clip.subarray(0, 2_000) : clip);
  await putMdsSet(storage, `${folder}mds/`, { samples: SAMPLES, clip: clipOf, sizeLimitBytes: 4_000_000 });
  const body = { uri: uriOf("mds/"), name: `set ${newId()}`, request_key: newId() };
  id = String((await ada.post("/api_v1/dataset/create", body)).body.id);
  const run = await findLivingRun(running.current.db, id);
  expect(await indexToEnd(rig.current, run?.id ?? "")).toBe("published");
});
afterAll(() => rm(scratch, { recursive: true }));

const ask = (ordinal: number, what = "poster") =>
  running.current.app.http.inject({
    url: `/api_v1/dataset/${id}/poster/${ordinal}?what=${what}`,
    headers: { "sec-fetch-site": "same-origin" },
    cookies: ada.cookies,
  });
const workOne = (): Promise<boolean> =>
  makeNextPicture({
    ...rig.current,
    jail: createMediaJail({ running: 1, waiting: 1 }),
    scratchRoot: running.current.config.mediaFolder,
  });
const rows = () =>
  running.current.db
    .selectFrom("dataset_picture")
    .select(["ordinal", "kind", "status", "is_requested", "attempts"])
    .where("dataset_id", "=", id)
    .orderBy("ordinal")
    .execute();
const sizeOf = async (picture: ArrayBuffer): Promise<string> => {
  const path = join(scratch, `${newId()}.webp`);
  await writeFile(path, Buffer.from(picture));
  const args = ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path];
  return (await promisify(execFile)("ffprobe", args)).stdout.trim();
};
const shown = async (ordinal: number, what: string): Promise<string> => {
  const answer = await ask(ordinal, what);
  expect(answer.statusCode, answer.payload).toBe(302);
  const got = await fetch(String(answer.headers.location));
  expect([got.status, got.headers.get("content-type")]).toEqual([200, "image/webp"]);
  return sizeOf(await got.arrayBuffer());
};

describe("a picture of an item", () => {
  it("is queued by indexing for the first page and for the strip of the list", async () => {
    const queued = await rows();
    const { body } = await ada.get(`/api_v1/dataset/${id}/detail`);
    const strip = body.strip as number[];
    expect(queued.every(({ status, is_requested }) => status === "Waiting" && !is_requested)).toBe(true);
    const first = Array.from({ length: 30 }, (_, ordinal) => ordinal);
    const expected = [...new Set([...first, ...strip])].sort((a, b) => a - b);
    expect(queued.map(({ ordinal }) => Number(ordinal))).toEqual(expected);
  });

  it("never holds a connection: 36 pictures that do not exist answer at once and are not cached", async () => {
    const ordinals = Array.from({ length: 36 }, (_, n) => 35 + n);
    const startedMs = performance.now();
    const answers = await Promise.all([...ordinals, ...ordinals].map((ordinal) => ask(ordinal)));
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([202]);
    expect([...new Set(answers.map(({ headers }) => headers["cache-control"]))]).toEqual(["no-store"]);
    const queued = (await rows()).filter(({ is_requested }) => is_requested);
    expect(queued.map(({ ordinal }) => Number(ordinal))).toEqual(ordinals);
  });

  it("is rendered by the worker, the newest page first, and the event stream reports it", async () => {
    expect((await ask(72)).statusCode).toBe(202);
    running.current.clock.advance(10_000);
    expect([(await ask(71)).statusCode, (await ask(71, "sprite")).statusCode]).toEqual([202, 202]);
    await workOne();
    await workOne();
    expect([await shown(71, "poster"), await shown(71, "sprite")]).toEqual(["320,180", "800,450"]);
    expect((await ask(72)).statusCode).toBe(202);
    const { rows: events } = await sql<{ payload: object }>`
      select payload from event_outbox where topic = 'pictures' order by id`.execute(running.current.db);
    expect(events.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        { dataset_id: id, version: 1, ordinal: 71, what: "poster", status: "Ready" },
        { dataset_id: id, version: 1, ordinal: 71, what: "sprite", status: "Ready" },
      ]),
    );
  });

  it("is rendered once although two workers claim at the same time", async () => {
    running.current.clock.advance(10_000);
    expect((await ask(76)).statusCode).toBe(202);
    await Promise.all([workOne(), workOne()]);
    expect((await rows()).find(({ ordinal }) => Number(ordinal) === 76)).toMatchObject({
      status: "Ready",
      attempts: 1,
    });
  });

  it("joins a bounded queue, from which the oldest request is dropped", async () => {
    const { db, clock } = running.current;
    const at = new Date(clock.now().getTime() - 60_000);
    await sql`insert into dataset_picture
        (dataset_id, version, ordinal, kind, status, is_requested, requested_at, due_at)
      select ${id}, 1, n, 'sprite', 'Waiting', true, ${at}::timestamptz + n * interval '1 ms', ${at}
      from generate_series(1000, 4000) n`.execute(db);
    const waiting = async () => (await rows()).filter(({ status }) => status === "Waiting").length;
    const before = await waiting();
    expect((await ask(77)).statusCode).toBe(202);
    expect(await waiting()).toBe(before);
    expect((await rows()).some(({ ordinal }) => Number(ordinal) === 77)).toBe(true);
  });

  it("does not exist beyond the end of the version", async () => {
    expect((await ask(SAMPLES)).statusCode).toBe(404);
  });

  it("of a broken clip fails with the reason and is tried again only after its retry time", async () => {
    running.current.clock.advance(10_000);
    expect((await ask(BROKEN)).statusCode).toBe(202);
    await workOne();
    const refused = await ask(BROKEN);
    expect([refused.statusCode, refused.json().code, refused.headers["cache-control"]]).toEqual([
      404,
      "not_found",
      "no-store",
    ]);
    expect(refused.json().detail).toBe("the file is damaged or incomplete");
    expect((await rows()).find(({ ordinal }) => Number(ordinal) === BROKEN)?.status).toBe("Failed");
    running.current.clock.advance(25 * 3_600_000);
    expect((await ask(BROKEN)).statusCode).toBe(202);
  });
});
