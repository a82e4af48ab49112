import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testConfig } from "../../testing/test-database.ts";
import { createObjectStorage } from "./object-storage.ts";
import { statusOf } from "./object-storage-client.ts";

const { s3 } = testConfig();
const storage = createObjectStorage(s3);
const home = `u/test-${randomBytes(6).toString("hex")}/`;
const keyOf = (name: string): string => `${home}${name}`;

afterAll(async () => {
  const left = await storage.listObjects(home, { limit: 1_000 });
  await storage.deleteObjects(left.map(({ key }) => key));
  await storage.close();
});

const contentOf = async (key: string): Promise<Buffer> => buffer(await storage.getObject(key));
const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: "PUT", body: new Uint8Array(body), headers });

describe("objects", () => {
  it("are stored, read, described, listed and deleted", async () => {
    const key = keyOf("a b/é.txt");
    await storage.putObject(key, Buffer.from("hello"), { contentType: "text/plain" });
    expect(await storage.headObject(key)).toMatchObject({ sizeBytes: 5, contentType: "text/plain" });
    expect((await contentOf(key)).toString()).toBe("hello");
    expect((await buffer(await storage.getObject(key, { fromByte: 3 }))).toString()).toBe("lo");
    expect(await storage.listObjects(keyOf("a b/"), { limit: 10 })).toMatchObject([{ key, sizeBytes: 5 }]);
    expect(await storage.listObjects(keyOf("a b/"), { limit: 10, after: key })).toEqual([]);
    await storage.deleteObjects([key, keyOf("never there")]);
    expect(await storage.headObject(key)).toBeUndefined();
    await expect(storage.getObject(key)).rejects.toMatchObject({ code: "upstream_failed" });
  });

  it("are copied inside storage without what else was written on them", async () => {
    await storage.putObject(keyOf("from"), Buffer.from("copied"), { contentType: "text/html" });
    await storage.copyObject(keyOf("from"), keyOf("to"), { sizeBytes: 6, contentType: "image/png" });
    expect(await storage.headObject(keyOf("to"))).toMatchObject({ sizeBytes: 6, contentType: "image/png" });
    expect((await contentOf(keyOf("to"))).toString()).toBe("copied");
  });

  it("are copied piece by piece when they are large", async () => {
    const bytes = randomBytes(11 * 1024 ** 2);
    await storage.putObject(keyOf("large"), bytes, { contentType: "a/b" });
    const copy = { sizeBytes: bytes.length, contentType: "video/mp4", partBytes: 5 * 1024 ** 2 };
    await storage.copyObject(keyOf("large"), keyOf("large copy"), copy);
    expect(await storage.headObject(keyOf("large copy"))).toMatchObject({ contentType: "video/mp4" });
    expect((await contentOf(keyOf("large copy"))).equals(bytes)).toBe(true);
  });

  it("take a stream of any length, and nothing of one that fails", async () => {
    const long = randomBytes(20 * 1024 ** 2);
    await storage.putStream(keyOf("short"), Readable.from([Buffer.from("ab"), Buffer.from("c")]), {
      contentType: "a/b",
    });
    expect((await contentOf(keyOf("short"))).toString()).toBe("abc");
    const chunks = Array.from({ length: 20 }, (_, n) => long.subarray(n * 1024 ** 2, (n + 1) * 1024 ** 2));
    await storage.putStream(keyOf("long"), Readable.from(chunks), { contentType: "a/b" });
    expect((await contentOf(keyOf("long"))).equals(long)).toBe(true);
    const failing = async function* () {
      yield* chunks;
      throw new Error("cut off");
    };
    await expect(storage.putStream(keyOf("cut"), Readable.from(failing()), { contentType: "a/b" })).rejects.toThrow();
    expect(await storage.headObject(keyOf("cut"))).toBeUndefined();
    const open = await storage.listOpenUploads(home, { limit: 10 });
    expect(open).toEqual([]);
  });
});

describe("an upload in parts", () => {
  it("is listed, completed once, and gone after", async () => {
    const key = keyOf("parts");
    const uploadId = await storage.createMultipart(key, "video/mp4");
    await storage.uploadPart(key, uploadId, 1, Buffer.alloc(5 * 1024 ** 2));
    await storage.uploadPart(key, uploadId, 2, Buffer.from("end"));
    const parts = await storage.listParts(key, uploadId);
    expect(parts).toMatchObject([
      { number: 1, sizeBytes: 5 * 1024 ** 2 },
      { number: 2, sizeBytes: 3 },
    ]);
    expect(await storage.listOpenUploads(home, { limit: 10 })).toMatchObject([{ key, uploadId }]);
    await storage.completeMultipart(key, uploadId, parts ?? []);
    await storage.completeMultipart(key, uploadId, parts ?? []);
    expect(await storage.listParts(key, uploadId)).toBeUndefined();
    expect((await storage.headObject(key))?.sizeBytes).toBe(5 * 1024 ** 2 + 3);
    const again = storage.presign({
      method: "PUT",
      key,
      query: { partNumber: "1", uploadId },
      at: new Date(),
      expiresS: 60,
    });
    expect((await put(again, Buffer.from("other"))).status).toBe(404);
    await storage.abortMultipart(key, uploadId);
    expect((await storage.headObject(key))?.sizeBytes).toBe(5 * 1024 ** 2 + 3);
  });

  it("can be given up, also twice", async () => {
    const key = keyOf("given-up");
    const uploadId = await storage.createMultipart(key, "video/mp4");
    await storage.abortMultipart(key, uploadId);
    await storage.abortMultipart(key, uploadId);
    expect(await storage.listParts(key, uploadId)).toBeUndefined();
  });
});

describe("a presigned PUT", () => {
  const key = keyOf("signed");
  const headers = { "content-type": "video/mp4", "if-none-match": "*" };
  const sign = (at: Date, expiresS = 900): string =>
    storage.presign({ method: "PUT", key, headers: { ...headers, "content-length": "4" }, at, expiresS });

  it("takes what was announced, once, and nothing else", async () => {
    const url = sign(new Date());
    expect((await put(url, Buffer.from("longer"), headers)).status).toBe(403);
    expect((await put(url, Buffer.from("abcd"), { ...headers, "content-type": "text/html" })).status).toBe(403);
    expect((await put(url, Buffer.from("abcd"), { "content-type": "video/mp4" })).status).toBe(403);
    expect((await put(url, Buffer.from("abcd"), headers)).status).toBe(200);
    expect((await put(url, Buffer.from("efgh"), headers)).status).toBe(412);
    expect((await contentOf(key)).toString()).toBe("abcd");
  });

  it("ends with its time", async () => {
    const url = sign(new Date(Date.now() - 20 * 60_000));
    expect((await put(url, Buffer.from("abcd"), headers)).status).toBe(403);
  });
});

describe("temporary credentials", () => {
  let client: S3Client;
  let prefix: string;
  beforeAll(async () => {
    prefix = keyOf("mine/");
    const issued = await storage.issueCredentials({ prefix, sessionName: "u-test" });
    expect(issued.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(901_000);
    client = new S3Client({
      endpoint: s3.endpoint,
      region: s3.region,
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
      credentials: issued,
    });
    await storage.putObject(keyOf("other/secret"), Buffer.from("secret"), { contentType: "a/b" });
  });
  afterAll(() => client.destroy());

  const send = async (key: string): Promise<number> => {
    const command = new PutObjectCommand({ Bucket: s3.assetsBucket, Key: key, Body: "x" });
    try {
      return (await client.send(command)).$metadata.httpStatusCode ?? 0;
    } catch (error) {
      return statusOf(error) ?? 0;
    }
  };
  const read = (key: string) => client.send(new GetObjectCommand({ Bucket: s3.assetsBucket, Key: key }));

  it("send under their prefix and nowhere else", async () => {
    expect(await send(`${prefix}a.mp4`)).toBe(200);
    expect(await send(keyOf("minefield"))).toBe(403);
    expect(await send(keyOf("other/a.mp4"))).toBe(403);
    expect(await send("media/aa/a.mp4")).toBe(403);
  });

  it("read nothing, not even what they sent", async () => {
    await expect(read(keyOf("other/secret"))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    await expect(read(`${prefix}a.mp4`)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });

  it("are not to be had where storage has no role for them", async () => {
    const without = createObjectStorage({ ...s3, roleArn: undefined });
    await expect(without.issueCredentials({ prefix, sessionName: "u" })).rejects.toMatchObject({
      code: "upstream_failed",
    });
  });
});

it("allowOrigins lets the console's pages send and read, and keeps the origins of another console", async () => {
  const { publicOrigin, extraOrigins } = testConfig();
  await storage.putObject(keyOf("seen"), Buffer.from("seen"), { contentType: "a/b" });
  const neighbour = "http://127.0.0.1:9";
  await storage.allowOrigins([neighbour]);
  await storage.allowOrigins([publicOrigin, ...extraOrigins]);
  const url = storage.presign({ method: "GET", key: keyOf("seen"), at: new Date(), expiresS: 60 });
  const ask = async (origin: string) => {
    const answer = await fetch(url, { headers: { origin, range: "bytes=0-0" } });
    await answer.arrayBuffer();
    return answer;
  };
  for (const origin of [publicOrigin, neighbour]) {
    const answer = await ask(origin);
    expect(answer.status).toBe(206);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")?.toLowerCase()).toContain("content-range");
  }
  expect((await ask("https://elsewhere.example")).headers.get("access-control-allow-origin")).toBeNull();
});
