import type { ViewerHeader } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aStorageProfile, putMds } from "../../../testing/builders/a-test-bucket.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../../testing/rigs/use-test-bucket.ts";

const SDV = "/api_v1/sdv";
const SAMPLES = 60;
const running = runApp();
const shelves = useTestBucket();
let ada: Caller;
let header: ViewerHeader;

beforeAll(async () => {
  const shelf = shelves.current;
  ada = await aCaller(running.current);
  await aStorageProfile(running.current.db, { bucket: shelf.bucket, prefix: shelf.prefix });
  await putMds(shelf, "set/", { samples: SAMPLES });
  const answer = await ada.get(`${SDV}/open?uri=${encodeURIComponent(shelf.uriOf("set/index.json"))}`);
  header = answer.body as unknown as ViewerHeader;
});

const order = (name: string, more = "") =>
  ada.get(`${SDV}/${header.handle}/order?file=${encodeURIComponent(shelves.current.uriOf(name))}${more}`);

describe("an order file in storage", () => {
  it("gives the samples in its order, page by page, with how many different ones it reads", async () => {
    await shelves.current.put("orders/a.txt", "59\n3\n3\nshard.00001.mds\n0:0\n");
    const { status, body } = await order("orders/a.txt");
    expect(status).toBe(200);
    const { samples: inSecond, first_sample: first } = (await ada.get(`${SDV}/${header.handle}/shard/1`))
      .body as unknown as {
      samples: number;
      first_sample: number;
    };
    const second = Array.from({ length: inSecond }, (_, at) => first + at);
    expect(body).toMatchObject({
      indices: [59, 3, 3, ...second, 0],
      total: inSecond + 4,
      method: "read from the order file of a trainer",
      file: { bytes: 27, distinct_samples: inSecond + 3 },
    });
    expect((await order("orders/a.txt", "&offset=1&limit=2")).body).toMatchObject({ indices: [3, 3] });
  });

  it("is read again when it was overwritten", async () => {
    await shelves.current.put("orders/b.jsonl", '{"index":1}\n');
    expect((await order("orders/b.jsonl")).body).toMatchObject({ indices: [1] });
    await shelves.current.put("orders/b.jsonl", '{"shard":0,"index":2}\n');
    expect((await order("orders/b.jsonl")).body).toMatchObject({ indices: [2] });
  });

  it("is refused with the line that does not fit", async () => {
    await shelves.current.put("orders/bad.txt", `0\n${SAMPLES}\n`);
    expect(await order("orders/bad.txt")).toMatchObject({
      status: 422,
      body: { code: "invalid", detail: `line 2: there is no sample ${SAMPLES}, the set has ${SAMPLES}` },
    });
    expect(await order("orders/absent.txt")).toMatchObject({ status: 404 });
    const foreign = await ada.get(`${SDV}/${header.handle}/order?file=s3://elsewhere/order.txt`);
    expect(foreign).toMatchObject({ status: 404, body: { detail: expect.stringContaining("no storage profile") } });
  });

  it("is refused when it is too large, before it is read", async () => {
    await shelves.current.put("orders/large.txt", Buffer.alloc(33_554_433, "0\n"));
    expect(await order("orders/large.txt")).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("list shards instead of samples") },
    });
  });

  it("does not give access to a set of another user", async () => {
    const eve = await aCaller(running.current);
    const uri = encodeURIComponent(shelves.current.uriOf("orders/a.txt"));
    expect((await eve.get(`${SDV}/${header.handle}/order?file=${uri}`)).status).toBe(404);
  });
});
