import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MediaAddress } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putMdsSet, putTarSet } from "../../../testing/builders/a-stored-set.ts";
import { renderSample } from "../../../testing/media-samples.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { findLivingRun } from "../index-run.store.ts";

const running = runApp();
const rig = runDataRig(running);
let scratch = "";
let ada: Caller;
let clip: Buffer;
let base = "";
let tarBase = "";

const index = async (path: string): Promise<string> => {
  const body = { uri: rig.current.uriOf(path), name: `set ${newId()}`, request_key: newId() };
  const id = String((await ada.post("/api_v1/dataset/create", body)).body.id);
  const run = await findLivingRun(running.current.db, id);
  expect(await indexToEnd(rig.current, run?.id ?? "")).toBe("published");
  return `/api_v1/dataset/${id}`;
};
/** Sends a request to the app and returns the raw response with its bytes. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  running.current.app.http.inject({
    url: path,
    headers: { "sec-fetch-site": "same-origin", ...headers },
    cookies: ada.cookies,
  });

beforeAll(async () => {
  ada = await aCaller(running.current);
  scratch = await mkdtemp(join(tmpdir(), "dailies-items-"));
  clip = await readFile(await renderSample(scratch, "clip.mp4"));
  const { storage, folder } = rig.current;
  await putMdsSet(storage, `${folder}mds/`, { samples: 4, clip: () => clip, sizeLimitBytes: 400_000 });
  await putTarSet(storage, `${folder}tar/`, { shards: 1, samples: 2, clip: () => clip });
  [base, tarBase] = [await index("mds/"), await index("tar/")];
});
afterAll(() => rm(scratch, { recursive: true }));

describe("the media of items", () => {
  it("have addresses at which storage itself gives the bytes", async () => {
    const { body } = await ada.post(`${base}/media`, { ordinals: [2, 0, 2] });
    const items = body.items as MediaAddress[];
    expect(items.map(({ ordinal, content_type }) => [ordinal, content_type])).toEqual([
      [2, "video/mp4"],
      [0, "video/mp4"],
    ]);
    const { url, offset, bytes } = items[0] ?? { url: "", offset: 0, bytes: 0 };
    const answer = await fetch(url, { headers: { range: `bytes=${offset}-${offset + bytes - 1}` } });
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(clip)]).toEqual([206, true]);
  });

  it("come through the API whole, in ranges, and not again when nothing changed", async () => {
    const whole = await ask(`${base}/blob/1`);
    expect([whole.statusCode, whole.headers["accept-ranges"], whole.rawPayload.equals(clip)]).toEqual([
      200,
      "bytes",
      true,
    ]);
    const part = await ask(`${base}/blob/1`, { range: "bytes=10-29" });
    expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 10-29/${clip.length}`]);
    expect(part.rawPayload.equals(clip.subarray(10, 30))).toBe(true);
    const etag = String(whole.headers.etag);
    expect(etag).toMatch(/^"[\w-]{32}"$/);
    expect((await ask(`${base}/blob/1`, { "if-none-match": etag })).statusCode).toBe(304);
    expect((await ask(`${base}/blob/1`, { range: `bytes=${clip.length}-` })).statusCode).toBe(416);
    expect((await ask(`${base}/blob/99`)).statusCode).toBe(404);
  });

  it("are not all: other columns can be downloaded too", async () => {
    const json = await ask(`${base}/blob/2?column=tags`);
    expect([json.statusCode, json.payload]).toEqual([200, '{"n": 2}']);
    expect(String(json.headers["content-disposition"])).toMatch(/^attachment/);
    const video = await ask(`${base}/blob/2?column=video`);
    expect([video.statusCode, video.rawPayload.equals(clip)]).toEqual([200, true]);
    const member = await ask(`${tarBase}/blob/1?column=mp4`);
    expect([member.statusCode, member.rawPayload.equals(clip)]).toEqual([200, true]);
    expect((await ask(`${base}/blob/2?column=score`)).statusCode).toBe(422);
  });
});
