import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { FormatFault } from "@dailies/formats/format-fault";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { newId } from "../../../platform/ids.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { testConfig } from "../../../testing/test-database.ts";
import type { OpenedProfile } from "./list-bucket.ts";
import { openBucketReader } from "./open-bucket-reader.ts";
import { openSourceQueries } from "./source-queries.ts";

const { s3 } = testConfig();
const storage = createObjectStorage({ ...s3, assetsBucket: s3.datasetsBucket });
const outgoing = createOutgoing({ trustedOrigins: [s3.endpoint] });
const queries = openSourceQueries({ log: captureLog().log, queries: testConfig().queries });
const home = `test-${newId()}/`;
const profile: OpenedProfile = {
  id: newId(),
  name: "Test place",
  bucket: s3.datasetsBucket,
  prefix: home,
  region: s3.region,
  endpoint: s3.endpoint,
  publicEndpoint: s3.publicEndpoint,
  isPathStyle: true,
  reserved: [`${home}kept/`],
  keys: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
};
const open = (more: Partial<OpenedProfile> = {}) =>
  openBucketReader({ outgoing, queries, clock: () => new Date() }, { ...profile, ...more });
const put = (name: string, body: string) => storage.putObject(home + name, Buffer.from(body), { contentType: "a/b" });
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

beforeAll(async () => {
  await put("one.txt", "0123456789");
  await put("folder/a b+é.txt", "spaces");
  await put("folder/c.txt", "c");
  await put("kept/secret.txt", "ours");
});
afterAll(async () => {
  const left = await storage.listObjects(home, { limit: 1_000 });
  await storage.deleteObjects(left.map(({ key }) => key));
  await storage.close();
  await queries.close();
  outgoing.close();
});

describe("a place", () => {
  it("reads ranges, sizes, streams and browsers' addresses", async () => {
    const bucketReader = open();
    expect(text(await bucketReader.read(`${home}one.txt`, 2, 5))).toBe("234");
    expect(await bucketReader.read(`${home}one.txt`, 3, 3)).toHaveLength(0);
    expect(await bucketReader.size(`${home}one.txt`)).toBe(10);
    expect(await bucketReader.size(`${home}none`)).toBeUndefined();
    expect(text(await buffer(await bucketReader.stream(`${home}folder/a b+é.txt`, 0, 6)))).toBe("spaces");
    const answer = await fetch(bucketReader.presign(`${home}one.txt`, 60), { headers: { range: "bytes=8-9" } });
    expect([answer.status, await answer.text()]).toEqual([206, "89"]);
  });

  it("gives browsers addresses that live as long as was asked from now on", () => {
    let at = new Date("2026-01-02T03:04:05Z");
    const bucketReader = openBucketReader({ outgoing, queries, clock: () => at }, profile);
    const signedAt = () => new URL(bucketReader.presign(`${home}one.txt`, 900)).searchParams.get("X-Amz-Date");
    expect(signedAt()).toBe("20260102T030405Z");
    at = new Date(at.getTime() + 60_000);
    expect(signedAt()).toBe("20260102T030505Z");
  });

  it("tells what is missing and what is shorter than expected", async () => {
    const bucketReader = open();
    await expect(bucketReader.read(`${home}none`, 0, 1)).rejects.toMatchObject({ kind: "missing" });
    await expect(bucketReader.read(`${home}one.txt`, 8, 12)).rejects.toMatchObject({ kind: "truncated", at: 10 });
    await expect(open().read(`${home}one.txt`, 100, 120)).rejects.toMatchObject({ kind: "truncated", at: 10 });
    await expect(bucketReader.read(`${home}one.txt`, 0, 1024 ** 3)).rejects.toMatchObject({ kind: "too_large" });
  });

  it.each(["elsewhere/x", "../x", `${home}../x`, `${home}%2e%2e/x`, `${home}a//b`, `${home}kept/secret.txt`, ""])(
    "opens nothing outside its folder: %j",
    async (key) => {
      const bucketReader = open();
      await expect(bucketReader.read(key, 0, 1)).rejects.toBeInstanceOf(FormatFault);
      await expect(bucketReader.size(key)).rejects.toMatchObject({ kind: "outside" });
      expect(() => bucketReader.presign(key, 60)).toThrow(FormatFault);
    },
  );

  it("does not mix two states of an object", async () => {
    await put("changing.txt", "first state");
    const bucketReader = open();
    expect(text(await bucketReader.read(`${home}changing.txt`, 0, 5))).toBe("first");
    await put("changing.txt", "other state");
    await expect(bucketReader.read(`${home}changing.txt`, 6, 11)).rejects.toMatchObject({ code: "conflict" });
    expect(text(await open().read(`${home}changing.txt`, 0, 5))).toBe("other");
  });

  it("lists all or one level, and never what is reserved", async () => {
    const bucketReader = open();
    const { objects } = await bucketReader.list(home, {});
    const keys = objects.map(({ key }) => key.slice(home.length)).filter((key) => key !== "changing.txt");
    expect(keys).toEqual(["folder/a b+é.txt", "folder/c.txt", "one.txt"]);
    expect((await bucketReader.list(home, { after: `${home}folder/a b+é.txt`, limit: 1 })).objects).toMatchObject([
      { key: `${home}folder/c.txt`, bytes: 1 },
    ]);
    const page = await bucketReader.browse(home);
    expect(page.folders).toEqual([`${home}folder/`]);
    expect((await bucketReader.list("elsewhere/", {})).objects).toEqual([]);
    expect((await bucketReader.browse("")).folders).toEqual([]);
  });

  it("names the profile and no key when it is refused", async () => {
    const keys = { accessKeyId: s3.accessKeyId, secretAccessKey: "canary-9d2f" };
    const refused = open({ keys }).read(`${home}one.txt`, 0, 1);
    await expect(refused).rejects.toMatchObject({
      code: "upstream_failed",
      message: expect.stringContaining("Test place"),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining("canary") });
  });

  it("stops reading when its client has disconnected", async () => {
    await expect(open().read(`${home}one.txt`, 0, 1, AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a store that misbehaves", () => {
  let server: Server;
  let endpoint = "";
  interface Prepared {
    readonly status: number;
    readonly body: string;
    readonly headers?: Record<string, string>;
  }
  const answers: (() => Prepared)[] = [];
  const broken = (): Prepared => ({ status: 500, body: "" });
  beforeAll(async () => {
    server = createServer((_, response) => {
      const { status, body, headers = {} } = (answers.shift() ?? broken)();
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const placeThere = () => {
    const trusting = createOutgoing({ trustedOrigins: [endpoint] });
    return openBucketReader({ outgoing: trusting, queries, clock: () => new Date() }, { ...profile, endpoint });
  };
  const part = (body: string, begin: number, total: number) => () => ({
    status: 206,
    body,
    headers: { "content-range": `bytes ${begin}-${begin + body.length - 1}/${total}`, etag: '"1"' },
  });

  it("is asked again after faults that pass", async () => {
    answers.push(
      () => ({ status: 503, body: "" }),
      () => ({ status: 500, body: "" }),
      part("abc", 0, 9),
    );
    expect(text(await placeThere().read(`${home}x`, 0, 3))).toBe("abc");
  });

  it("is not believed when it sends another range, or ignores that one was asked", async () => {
    answers.push(part("abc", 1, 9));
    await expect(placeThere().read(`${home}x`, 0, 3)).rejects.toMatchObject({ code: "upstream_failed" });
    answers.push(() => ({ status: 200, body: "abcdefghi", headers: { etag: '"1"' } }));
    await expect(placeThere().read(`${home}x`, 0, 3)).rejects.toMatchObject({ code: "upstream_failed" });
    answers.push(part("ab", 0, 2));
    await expect(placeThere().read(`${home}x`, 0, 3)).rejects.toMatchObject({ kind: "truncated", at: 2 });
  });

  it("is not called at a private address that nobody vouched for", async () => {
    const bucketReader = openBucketReader({ outgoing, queries, clock: () => new Date() }, { ...profile, endpoint });
    await expect(bucketReader.read(`${home}x`, 0, 3)).rejects.toMatchObject({ code: "unavailable" });
  });
});
