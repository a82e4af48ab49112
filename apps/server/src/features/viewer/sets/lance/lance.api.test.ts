import { buffer } from "node:stream/consumers";
import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../../testing/builders/a-caller.ts";
import { aStorageProfile, clipBytes } from "../../../../testing/builders/a-test-bucket.ts";
import { elsewhere } from "../../../../testing/lance-manifests.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../../../testing/rigs/use-test-bucket.ts";

const SDV = "/api_v1/sdv";
const running = runApp();
const shelves = useTestBucket();
let ada: Caller;

beforeAll(async () => {
  const { bucket, prefix } = shelves.current;
  ada = await aCaller(running.current);
  await aStorageProfile(running.current.db, { bucket, prefix });
});

const open = (folder: string) =>
  ada.get(`${SDV}/open?uri=${encodeURIComponent(shelves.current.uriOf(`${folder}/clips.lance`))}`);
const openWhole = async (folder: string): Promise<ViewerHeader> => {
  const { status, body } = await open(folder);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as unknown as ViewerHeader;
};
const readSample = async (handle: string, index: number) => {
  const { status, body } = await ada.get(`${SDV}/${handle}/sample/${index}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  const { columns } = body as unknown as ViewerSample;
  return Object.fromEntries(columns.map(({ name, value }) => [name, value]));
};
const blob = (handle: string, index: number, column: string) =>
  running.current.app.http.inject({ url: `${SDV}/${handle}/blob/${index}/${column}`, cookies: ada.cookies });

/** Creates a table and returns the key of its manifest, relative to the folder. */
const putTable = async (folder: string, rows: Record<string, unknown>[]): Promise<string> => {
  const { connect } = await import("@lancedb/lancedb");
  const { s3 } = running.current.config;
  const { bucket, prefix, storage } = shelves.current;
  const storageOptions = {
    region: s3.region,
    endpoint: s3.endpoint,
    allow_http: "true",
    virtual_hosted_style_request: "false",
    aws_access_key_id: s3.accessKeyId,
    aws_secret_access_key: s3.secretAccessKey,
  };
  const database = await connect(`s3://${bucket}/${prefix}${encodeURIComponent(folder)}`, { storageOptions });
  await database.createTable("clips", rows, { mode: "overwrite" });
  const [manifest] = await storage.listObjects(`${prefix}${folder}/clips.lance/_versions/`, { limit: 9 });
  return manifest?.key.slice(prefix.length) ?? "";
};
const bytesAt = async (name: string): Promise<Uint8Array> =>
  buffer(await shelves.current.storage.getObject(shelves.current.prefix + name));

describe("the version of a Lance table that is shown", () => {
  it("is the newest of its own folder, not of one below", async () => {
    await putTable("below", [{ id: "own" }]);
    const other = await putTable("other", [{ id: "one" }, { id: "two" }]);
    await shelves.current.put("below/clips.lance/sub/_versions/99.manifest", await bytesAt(other));
    expect(await openWhole("below")).toMatchObject({ samples: 1 });
  });

  it("is refused when its manifest tells of another version, or two tell of it", async () => {
    const key = await putTable("named", [{ id: "a" }]);
    const bytes = await bytesAt(key);
    await shelves.current.put("named/clips.lance/_versions/7.manifest", bytes);
    expect(await open("named")).toMatchObject({
      status: 422,
      body: { detail: "the Lance manifest of version 7 contains version 1" },
    });
    const twice = await putTable("twice", [{ id: "a" }]);
    await shelves.current.put("twice/clips.lance/_versions/1.manifest", await bytesAt(twice));
    expect(await open("twice")).toMatchObject({
      status: 422,
      body: { detail: "the Lance table has two manifests of version 1" },
    });
  });

  it("is refused when it keeps files in other places", async () => {
    const key = await putTable("led", [{ id: "a" }]);
    await shelves.current.put(key, elsewhere(await bytesAt(key), "s3://other/secret"));
    expect(await open("led")).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("files outside its folder") },
    });
  });

  it.each(["odd%41", "odd#a", "odd "])("lies in the folder %j and in no other", async (folder) => {
    for (const near of ["oddA", "odd"]) await putTable(near, [{ id: "near" }]);
    await putTable(folder, [{ id: "own" }]);
    const { handle } = await openWhole(folder);
    expect(await readSample(handle, 0)).toMatchObject({ id: { text: "own" } });
  });
});

describe("bytes in a Lance table", () => {
  it("are known by those of one row, and read when they are asked for", async () => {
    const rows = [0, 1].map((n) => ({ id: `clip ${n}`, video: Buffer.from(clipBytes(n, 3_000)) }));
    await putTable("clips", rows);
    const { handle } = await openWhole("clips");
    expect(await readSample(handle, 1)).toMatchObject({
      id: { kind: "text", text: "clip 1" },
      video: { kind: "media", content_type: "video/mp4" },
    });
    const { rawPayload, headers } = await blob(handle, 1, "video");
    expect([rawPayload.equals(rows[1]?.video ?? Buffer.alloc(0)), headers["content-type"]]).toEqual([
      true,
      "video/mp4",
    ]);
    expect(await readSample(handle, 0)).toMatchObject({ video: { kind: "media", content_type: "video/mp4" } });
    expect((await blob(handle, 0, "id")).body).toBe("clip 0");
    expect((await blob(handle, 0, "nothing")).statusCode).toBe(404);
  });

  it("are left alone in rows that are large, until somebody asks", async () => {
    const video = Buffer.from(clipBytes(3, 17 * 1024 ** 2));
    await putTable("large", [{ id: "clip", video }]);
    const { handle } = await openWhole("large");
    const unread = { kind: "bytes", reason: expect.stringContaining("asks for them") };
    expect(await readSample(handle, 0)).toMatchObject({ video: unread });
    expect((await blob(handle, 0, "video")).rawPayload.equals(video)).toBe(true);
    expect(await readSample(handle, 0)).toMatchObject({ video: { kind: "media", content_type: "video/mp4" } });
  });

  it("may be all that there is", async () => {
    await putTable("alone", [{ video: Buffer.from([1, 2, 3]) }]);
    const { handle } = await openWhole("alone");
    expect(await readSample(handle, 0)).toMatchObject({ video: { kind: "bytes" } });
    expect((await ada.get(`${SDV}/${handle}/sample/1`)).status).toBe(404);
    expect([...(await blob(handle, 0, "video")).rawPayload]).toEqual([1, 2, 3]);
  });
});
