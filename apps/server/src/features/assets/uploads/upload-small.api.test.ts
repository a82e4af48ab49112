import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { SMALL_UPLOAD_MAX_BYTES } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { createObjectStorage, type ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { sha256Of } from "../../../testing/rigs/settled-asset.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
let ada: Caller;
let base: string;
let storage: ObjectStorage;

beforeAll(async () => {
  ada = await aCaller(running.current);
  base = await running.current.app.http.listen({ port: 0, host: "127.0.0.1" });
  storage = createObjectStorage(running.current.config.s3);
});
afterAll(() => storage.close());

const headers = (caller: Caller) => ({
  cookie: `${SESSION_COOKIE}=${caller.cookies[SESSION_COOKIE]}`,
  "sec-fetch-site": "same-origin",
});
const post = async (form: FormData | string, caller = ada, more: Record<string, string> = {}) => {
  const answer = await fetch(`${base}/api_v1/asset/upload`, {
    method: "POST",
    body: form,
    headers: { ...headers(caller), ...more },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
};
const aForm = (content: Buffer, fields: Record<string, string> = {}, name = "clip.mp4"): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(content)], { type: "video/mp4" }), name);
  return form;
};
const storedKeys = async (): Promise<string[]> => {
  const rows = await running.current.db.selectFrom("asset_version").select("object_key").execute();
  return rows.map((row) => row.object_key);
};

describe("a form with a file", () => {
  it("is streamed to storage and waits to be checked", async () => {
    const content = randomBytes(9 * 1024 ** 2);
    const { status, body, headers: answered } = await post(aForm(content, {}, "日本.mp4"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "日本.mp4", mime: "video/mp4", size: content.length, status: "Quarantined" });
    expect(answered.get("x-content-type-options")).toBe("nosniff");
    expect(answered.get("content-type")).toContain("application/json");
    const row = await running.current.db
      .selectFrom("asset_version")
      .select(["object_key", "claimed_sha256"])
      .where("asset_id", "=", String(body.id))
      .executeTakeFirstOrThrow();
    expect(row.claimed_sha256?.toString("hex")).toBe(sha256Of(content));
    expect((await storage.headObject(row.object_key))?.sizeBytes).toBe(content.length);
    const lines = running.current.log.filter((line) => line.includes("/asset/upload"));
    expect(lines).toHaveLength(1);
  });

  it("takes the name from its fields, wherever they stand", async () => {
    const form = aForm(Buffer.from("abc"));
    form.append("name", "other.mp4");
    expect((await post(form)).body).toMatchObject({ name: "other.mp4", size: 3 });
  });

  it("takes a file of exactly the limit", async () => {
    const { status, body } = await post(aForm(Buffer.alloc(SMALL_UPLOAD_MAX_BYTES, 1)));
    expect([status, body.size]).toEqual([200, SMALL_UPLOAD_MAX_BYTES]);
  });
});

describe("a form that is refused", () => {
  it("leaves nothing in storage", async () => {
    const before = await storedKeys();
    const badName = await post(aForm(Buffer.from("abc"), { name: "a/b" }));
    expect([badName.status, badName.body.code]).toEqual([422, "invalid"]);
    const noFolder = await post(aForm(Buffer.from("abc"), { folder_id: "019a0000-0000-7000-8000-000000000001" }));
    expect(noFolder.status).toBe(404);
    expect((await post(aForm(Buffer.alloc(0)))).status).toBe(409);
    const empty = new FormData();
    empty.append("name", "x");
    expect((await post(empty)).status).toBe(400);
    const two = aForm(Buffer.from("abc"));
    two.append("file", new Blob(["d"]), "second");
    expect((await post(two)).status).toBe(400);
    expect((await post("{}", ada, { "content-type": "application/json" })).status).toBe(415);
    expect((await post("x", ada, { "content-type": "multipart/form-data" })).status).toBe(400);
    expect(await storedKeys()).toEqual(before);
  });

  it("is told so by its length alone, before a byte is read", async () => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    const lines = ["POST /api_v1/asset/upload HTTP/1.1", "host: x", `content-length: ${40 * 1024 ** 2}`];
    const more = Object.entries({ ...headers(ada), "content-type": "multipart/form-data; boundary=x" });
    socket.write([...lines, ...more.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n"));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toString().toLowerCase()).toContain("connection: close");
    socket.destroy();
  });

  it("is read no further than the limit when it does not say how long it is", async () => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    const lines = ["POST /api_v1/asset/upload HTTP/1.1", "host: x", "transfer-encoding: chunked"];
    const more = Object.entries({ ...headers(ada), "content-type": "multipart/form-data; boundary=x" });
    socket.write([...lines, ...more.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n"));
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const chunk = (content: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from("\r\n")]);
    const answered = once(socket, "data") as Promise<[Buffer]>;
    socket.on("error", () => undefined);
    socket.write(chunk(Buffer.from(head)));
    let sent = 0;
    let isAnswered = false;
    void answered.then(() => {
      isAnswered = true;
    });
    while (!isAnswered && sent < 200) {
      if (!socket.write(chunk(Buffer.alloc(1024 ** 2)))) await Promise.race([once(socket, "drain"), answered]);
      sent += 1;
    }
    const [answer] = await answered;
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    expect(sent).toBeLessThan(60);
    socket.destroy();
    expect(await storedKeys()).not.toContain(undefined);
  });

  it("ends when its sender goes away, and leaves nothing", async () => {
    const before = await storedKeys();
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    const lines = ["POST /api_v1/asset/upload HTTP/1.1", "host: x", "content-length: 1000000"];
    const more = Object.entries({ ...headers(ada), "content-type": "multipart/form-data; boundary=x" });
    socket.write([...lines, ...more.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n"));
    socket.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await expect
      .poll(
        () =>
          running.current.log.filter((line) => line.includes("/asset/upload") && line.includes('"code":"malformed"'))
            .length,
      )
      .toBeGreaterThan(2);
    expect(await storedKeys()).toEqual(before);
  });

  it("is not looked at for a stranger or somebody without the right", async () => {
    const guest = await aCaller(running.current, { role: "guest" });
    expect((await post(aForm(Buffer.from("abc")), guest)).status).toBe(403);
    const foreign = await post(aForm(Buffer.from("abc")), ada, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    expect((await post(aForm(Buffer.from("abc")), { ...ada, cookies: {} })).status).toBe(401);
  });
});
