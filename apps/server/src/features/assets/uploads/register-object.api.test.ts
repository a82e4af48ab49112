import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage, type ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
let ada: Caller;
let bo: Caller;
let storage: ObjectStorage;

beforeAll(async () => {
  ada = await aCaller(running.current);
  bo = await aCaller(running.current);
  storage = createObjectStorage(running.current.config.s3);
});
afterAll(() => storage.close());

type Credentials = Record<
  "endpoint" | "region" | "bucket" | "prefix" | "access_key_id" | "access_key_secret" | "security_token" | "expiration",
  string
>;
const issue = async (caller: Caller, path = "asset/oss_credentials"): Promise<Credentials> => {
  const { status, body } = await caller.get(`/api_v1/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Credentials;
};
const put = async (credentials: Credentials, Key: string, Body: string): Promise<void> => {
  const client = new S3Client({
    endpoint: credentials.endpoint,
    region: credentials.region,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    credentials: {
      accessKeyId: credentials.access_key_id,
      secretAccessKey: credentials.access_key_secret,
      sessionToken: credentials.security_token,
    },
  });
  const command = new PutObjectCommand({ Bucket: credentials.bucket, Key, Body, ContentType: "video/mp4" });
  await client.send(command).finally(() => client.destroy());
};
const register = (caller: Caller, key: string) => caller.post("/api_v1/asset/register", { key, name: "sent.mp4" });
const REFUSED = { $metadata: { httpStatusCode: 403 } };

describe("temporary credentials", () => {
  it("open a fresh prefix of the caller's own, for a quarter of an hour", async () => {
    const first = await issue(ada);
    const second = await issue(ada, "oss/credentials");
    expect(first.prefix).toMatch(new RegExp(`^u/${ada.id}/[0-9a-f]{32}/$`));
    expect(second.prefix).not.toBe(first.prefix);
    const livesMs = new Date(first.expiration).getTime() - Date.now();
    expect(livesMs).toBeGreaterThan(600_000);
    expect(livesMs).toBeLessThanOrEqual(901_000);
    await put(first, `${first.prefix}a.mp4`, "x");
    await expect(put(first, `${second.prefix}a.mp4`, "x")).rejects.toMatchObject(REFUSED);
    const others = await issue(bo);
    await expect(put(others, `${first.prefix}a.mp4`, "x")).rejects.toMatchObject(REFUSED);
    await expect(put(first, "media/aa/a.mp4", "x")).rejects.toMatchObject(REFUSED);
  });

  it("are written down, but not their secrets", async () => {
    const issued = await issue(ada);
    const rows = await running.current.db
      .selectFrom("operation")
      .select(["op_type", "meta"])
      .where("op_type", "=", "Issue_upload_credentials")
      .execute();
    const text = JSON.stringify(rows);
    expect(text).toContain(issued.prefix);
    for (const secret of [issued.access_key_secret, issued.security_token]) {
      expect(text).not.toContain(secret);
      expect(running.current.log.join("")).not.toContain(secret);
    }
  });
});

describe("an object sent with them", () => {
  it("becomes an asset of bytes that its sender can no longer change", async () => {
    const credentials = await issue(ada);
    const key = `${credentials.prefix}folder/clip 1.mp4`;
    await put(credentials, key, "checked bytes");
    const { status, body } = await register(ada, key);
    expect([status, body.status, body.size]).toEqual([200, "Quarantined", 13]);
    const stored = (body.storage as { key: string }).key;
    expect(stored).toMatch(/^media\//);
    await put(credentials, key, "swapped bytes");
    const { text } = await import("node:stream/consumers");
    expect(await text(await storage.getObject(stored))).toBe("checked bytes");
  });

  it("is not found for anybody else, nor where nobody may send", async () => {
    const credentials = await issue(ada);
    const key = `${credentials.prefix}mine.mp4`;
    await put(credentials, key, "mine");
    expect((await register(bo, key)).status).toBe(404);
    expect((await register(ada, `${credentials.prefix}nothing.mp4`)).status).toBe(404);
    const { body } = await register(ada, key);
    expect((await register(ada, (body.storage as { key: string }).key)).status).toBe(404);
    expect((await register(bo, `u/${bo.id}/../${ada.id}/x`)).status).toBe(404);
  });
});
