import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { renderSample } from "../../../testing/media-samples.ts";
import { indexNewDataset, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let scratch = "";
let owner: Caller;
let guest: Caller;
let clip: Buffer;
let taskId = "";
let dataset: { datasetId: string; version: number };

beforeAll(async () => {
  owner = await aCaller(app.current);
  guest = await aCaller(app.current, { role: "partner" });
  scratch = await mkdtemp(join(tmpdir(), "dailies-label-media-"));
  clip = await readFile(await renderSample(scratch, "clip.mp4"));
  const { storage, folder } = rig.current;
  await putMdsSet(storage, `${folder}mds/`, { samples: 3, clip: () => clip, sizeLimitBytes: 400_000 });
  const datasetId = await indexNewDataset(rig.current, owner, "mds/");
  dataset = { datasetId, version: 1 };
  taskId = await aLabelTask(rig.current, owner, { people: [guest], dataset });
});
afterAll(() => rm(scratch, { recursive: true }));

const read = (caller: Caller, path: string, headers: Record<string, string> = {}) =>
  app.current.app.http.inject({
    url: path,
    headers: { "sec-fetch-site": "same-origin", ...headers },
    cookies: caller.cookies,
  });

describe("the clip of a leased item", () => {
  it("is read by its holder, whole or in part, without a name or an address of the dataset", async () => {
    const item = await aLabeller(guest, taskId).claimOne();
    const url = item.media?.url ?? "";
    const whole = await read(guest, url);
    expect([whole.statusCode, whole.rawPayload.equals(clip)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "accept-ranges": "bytes",
      "content-disposition": 'inline; filename="item-1"',
    });
    expect(whole.headers.location).toBeUndefined();
    const part = await read(guest, url, { range: "bytes=100-199" });
    expect([part.statusCode, part.rawPayload.equals(clip.subarray(100, 200))]).toEqual([206, true]);
    expect(part.headers["content-range"]).toBe(`bytes 100-199/${clip.length}`);
  });

  it("is not found by anybody else, nor by its holder half a minute after it was submitted", async () => {
    const person = aLabeller(guest, taskId);
    const item = await person.claimOne();
    const url = item.media?.url ?? "";
    expect((await read(owner, url)).statusCode).toBe(404);
    await person.submit(item);
    expect((await read(guest, url, { range: "bytes=0-9" })).statusCode).toBe(206);
    app.current.clock.advance(30_001);
    expect((await read(guest, url)).statusCode).toBe(404);
  });
});

describe("the two clips of a leased pair", () => {
  const fields = [{ key: "better", name: "Better", input: { kind: "pairwise" } }];

  it("are both read by the holder, each on its side, and by nobody else", async () => {
    const pairs = await aLabelTask(rig.current, owner, {
      people: [guest],
      dataset,
      fields,
      isPairwise: true,
      items: 2,
    });
    const person = aLabeller(guest, pairs);
    const item = await person.claimOne();
    const urls = [item.media?.url ?? "", item.other_media?.url ?? ""];
    for (const url of urls) {
      const { statusCode, headers } = await read(guest, url, { range: "bytes=0-9" });
      expect(statusCode).toBe(206);
      expect(String(headers["content-disposition"])).toMatch(/filename="item-1(-B)?"$/);
      expect((await read(owner, url)).statusCode).toBe(404);
      expect((await read(await aCaller(app.current, { role: "partner" }), url)).statusCode).toBe(404);
    }
    await person.submit(item, { better: "tie" });
    app.current.clock.advance(30_001);
    for (const url of urls) expect((await read(guest, url)).statusCode).toBe(404);
    const reviewed = `/api_v1/label/review/media/${pairs}/1`;
    for (const url of [reviewed, `${reviewed}?clip=B`]) {
      expect((await read(owner, url, { range: "bytes=0-9" })).statusCode).toBe(206);
      expect((await read(guest, url)).statusCode).toBe(403);
    }
  });

  it("have no second one in an item of one clip", async () => {
    const person = aLabeller(guest, taskId);
    const item = await person.claimOne();
    expect(item.other_media).toBeNull();
    expect((await read(guest, `${item.media?.url}?clip=B`)).statusCode).toBe(404);
    expect((await read(guest, `${item.media?.url}?clip=C`)).statusCode).toBe(422);
    expect((await read(owner, `/api_v1/label/review/media/${taskId}/1?clip=B`)).statusCode).toBe(404);
  });
});
