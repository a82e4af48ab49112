import { concatTar } from "@dailies/formats/tar/write-tar";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aStorageProfile, mdsFiles } from "../../testing/builders/a-test-bucket.ts";
import { objectOf, type RangeObject, type RangeStore, startRangeStore } from "../../testing/outsiders/range-store.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const SDV = "/api_v1/sdv";
const BUCKET = "threats";
const objects = new Map<string, RangeObject>();
const store: RangeStore = await startRangeStore(BUCKET, objects);
const running = runApp((config) => ({ ...config, storageOrigins: [store.origin] }));
let ada: Caller;

beforeAll(async () => {
  const { db } = running.current;
  ada = await aCaller(running.current);
  await aStorageProfile(db, { name: "Inside", endpoint: store.origin, bucket: BUCKET, prefix: "inside/" });
  for await (const { name, bytes } of mdsFiles({ samples: 3 })) {
    objects.set(`inside/set/${name}`, objectOf(bytes));
    objects.set(`secret/${name}`, objectOf(bytes));
  }
  objects.set("secret/a.mp4", objectOf("secret"));
});
beforeEach(() => {
  store.asked.length = 0;
  store.redirects.clear();
});
afterAll(() => store.close());

const open = (uri: string): Promise<Answer> => ada.get(`${SDV}/open?uri=${encodeURIComponent(uri)}`);
/** Every request to the store, in whatever encoding, stays inside the folder. Listings are checked by their prefix. */
const expectOnlyInside = (): void => {
  for (const path of store.asked) {
    const url = new URL(path, store.origin);
    const where = url.searchParams.get("prefix") ?? decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length));
    expect(where).toMatch(/^inside\//);
    expect(decodeURIComponent(path)).not.toMatch(/\.\.|secret/);
  }
};

describe("an address outside of every registered place", () => {
  it.each([
    "s3://threats/secret/index.json",
    "s3://threats/",
    "s3://threats/inside/../secret/index.json",
    "s3://threats/inside/%2e%2e/secret/index.json",
    "s3://threats/inside/%2E%2E%2Fsecret/index.json",
    "s3://threats/inside/..%2fsecret/index.json",
    "s3://threats/inside/..\\secret\\index.json",
    "s3://threats/inside//../secret/index.json",
    "s3://threats/inside/./../secret/index.json",
    "s3://threats/inside/%5c..%5csecret/index.json",
    "s3://threats/insidejob/index.json",
    "s3://threats/{inside,secret}/index.json",
    "s3://threats/inside/{a,../../secret/b}.tar",
    "s3://threats/*/index.json",
    "s3://other/inside/index.json",
  ])("%s is not read", async (uri) => {
    const { status, body } = await open(uri);
    expect([404, 422]).toContain(status);
    expect(JSON.stringify(body)).not.toContain("shard.0");
    expectOnlyInside();
  });

  it("is not reached by a pattern whose branches lead there", async () => {
    objects.set("inside/x.tar", objectOf(concatTar([{ name: "k.txt", bytes: new Uint8Array(1) }])));
    for (const uri of ["s3://threats/inside/{x,..}/secret/a.tar", "s3://threats/inside/{x,%2e%2e}/x.tar"])
      await open(uri);
    expectOnlyInside();
  });
});

describe("an index that names files elsewhere", () => {
  const withName = async (basename: string): Promise<Answer> => {
    const template = objects.get("inside/set/index.json");
    const text = new TextDecoder().decode(template?.read(0, template.bytes));
    const index = JSON.parse(text) as { shards: { raw_data: { basename: string } }[] };
    for (const shard of index.shards) shard.raw_data.basename = basename;
    objects.set("inside/evil/index.json", objectOf(JSON.stringify(index), `"${Math.random()}"`));
    return open("s3://threats/inside/evil/index.json");
  };

  it.each([
    "/etc/passwd",
    "/secret/shard.00000.mds",
    "../../secret/shard.00000.mds",
    "../secret/shard.00000.mds",
    "a/../../../secret/shard.00000.mds",
    "..\\..\\secret\\shard.00000.mds",
    "s3://threats/secret/shard.00000.mds",
    "http://127.0.0.1/secret",
    "..",
    "",
  ])("is refused when it says %s", async (basename) => {
    expect((await withName(basename)).status).toBe(422);
    expectOnlyInside();
  });

  it.each(["%2e%2e/%2e%2e/secret/shard.00000.mds", "..%2f..%2fsecret/shard.00000.mds"])(
    "may say %s, which then is read nowhere",
    async (basename) => {
      const { body, status } = await withName(basename);
      if (status === 200) {
        const paths = ["sample/0", "blob/0/video", "bytes/0?begin=0&end=8", "address/0"];
        for (const path of paths) expect([404, 422]).toContain((await ada.get(`${SDV}/${body.handle}/${path}`)).status);
      }
      expectOnlyInside();
    },
  );
});

describe("a table that names clips elsewhere", () => {
  it.each([
    "../secret/a.mp4",
    "../../secret/a.mp4",
    "/secret/a.mp4",
    "s3://threats/secret/a.mp4",
    "http://127.0.0.1:1/secret/a.mp4",
    "%2e%2e/secret/a.mp4",
    "..\\secret\\a.mp4",
  ])("does not show %s", async (path) => {
    objects.set("inside/table/rows.jsonl", objectOf(`${JSON.stringify({ path, text: "x" })}\n`, `"${Math.random()}"`));
    const { body, status } = await open("s3://threats/inside/table/");
    if (status === 200) {
      await ada.get(`${SDV}/${body.handle}/sample/0`);
      const blob = await ada.get(`${SDV}/${body.handle}/blob/0/media`);
      expect(blob.status).toBeGreaterThanOrEqual(400);
    }
    expectOnlyInside();
  });
});

describe("a store that sends its readers elsewhere", () => {
  it.each(["index.json", "shard.00000.mds"])("is not followed from %s", async (name) => {
    const key = `inside/set/${name}`;
    const opened = name === "index.json" ? undefined : await open("s3://threats/inside/set/index.json");
    store.redirects.set(key, `${store.origin}/${BUCKET}/secret/${name}`);
    store.asked.length = 0;
    const answer = opened
      ? await ada.get(`${SDV}/${opened.body.handle}/sample/0`)
      : await open("s3://threats/inside/set/index.json");
    expect([answer.status, answer.body.detail]).toEqual([502, expect.stringContaining("“Inside”")]);
    expect(store.asked.length).toBeGreaterThan(0);
    expectOnlyInside();
  });
});

describe("the console's own bucket", () => {
  it("never opens what the console itself keeps there", async () => {
    const { db, config } = running.current;
    await aStorageProfile(db, { name: "All", bucket: config.s3.datasetsBucket, prefix: "" });
    for (const key of ["catalogue/", "catalogue/a/items.lance", "catalogue/index.json"]) {
      const { status } = await open(`s3://${config.s3.datasetsBucket}/${key}`);
      expect(status).toBe(404);
    }
  });
});
