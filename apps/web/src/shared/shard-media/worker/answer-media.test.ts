import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ShardPart } from "../shard-clip.ts";
import { answerMedia, type ClipAccess } from "./answer-media.ts";

const OBJECT = Uint8Array.from({ length: 5_000 }, (_, place) => place % 251);
const CLIP = { offsetBytes: 1_000, sizeBytes: 2_000, contentType: "video/mp4" };

let storage: Server;
let origin = "";
let asked: { range: string | undefined; signature: string | null }[] = [];
let closed = 0;

const RANGE = /^bytes=(\d+)-(\d+)$/;

/** A small mock store: URLs signed "old" have expired, and some objects misbehave. */
const serve = (request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? "/", origin);
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "range");
  response.setHeader("access-control-expose-headers", "content-range");
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  asked.push({ range: request.headers.range, signature: url.searchParams.get("signature") });
  response.on("close", () => {
    if (!response.writableFinished) closed += 1;
  });
  if (url.searchParams.get("signature") === "old") return void response.writeHead(403).end("expired");
  if (url.pathname === "/whole") return void response.writeHead(200).end(OBJECT);
  const [, first, last] = RANGE.exec(request.headers.range ?? "") ?? [];
  const [begin, end] = [Number(first), Number(last) + 1];
  const shift = url.pathname === "/shifted" ? 1 : 0;
  response.writeHead(206, { "content-range": `bytes ${begin + shift}-${end - 1 + shift}/${OBJECT.length}` });
  if (url.pathname === "/short") return void response.end(OBJECT.slice(begin, end - 10));
  if (url.pathname === "/endless") return void response.write(OBJECT.slice(begin, begin + 10));
  response.end(OBJECT.slice(begin, end));
};

beforeAll(async () => {
  storage = createServer(serve);
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterAll(() => {
  storage.closeAllConnections();
  storage.close();
});
beforeEach(() => {
  asked = [];
  closed = 0;
});

const partAt = (path: string, signature = "new", overrides: Partial<ShardPart> = {}): ShardPart => ({
  url: `${origin}${path}?signature=${signature}`,
  expiresAtMs: Date.now() + 60_000,
  ...CLIP,
  ...overrides,
});

const aClipAccess = (...parts: (ShardPart | undefined)[]) => {
  const counted = { requests: 0, bytes: 0 };
  const access = {
    locate: vi.fn(async (isRenewal: boolean) => (isRenewal ? parts[1] : parts[0])),
    countRead: (requests: number, bytes: number) => {
      counted.requests += requests;
      counted.bytes += bytes;
    },
    endRead: vi.fn(),
    reportFault: vi.fn(),
  } satisfies ClipAccess;
  return { access, counted };
};

const request = (
  access: ClipAccess,
  range: string | null = null,
  method = "GET",
  signal = new AbortController().signal,
) => answerMedia(access, { method, range, signal });

const clipBytes = (begin: number, end: number): Uint8Array => OBJECT.slice(1_000 + begin, 1_000 + end);
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());

it("the media worker turns a range of the clip into the range of the object it lies at", async () => {
  const { access, counted } = aClipAccess(partAt("/object"));
  const answer = await request(access, "bytes=100-299");
  expect(answer.status).toBe(206);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": "200",
    "content-range": "bytes 100-299/2000",
    "content-type": "video/mp4",
    "x-content-type-options": "nosniff",
  });
  expect(await bytesOf(answer)).toEqual(clipBytes(100, 300));
  expect(asked).toEqual([{ range: "bytes=1100-1299", signature: "new" }]);
  expect(counted).toEqual({ requests: 1, bytes: 200 });
  expect(access.endRead).toHaveBeenCalledOnce();
});

it("the media worker never reads past the clip, whatever is asked", async () => {
  const { access } = aClipAccess(partAt("/object"));
  expect(await bytesOf(await request(access, "bytes=1990-9999"))).toEqual(clipBytes(1_990, 2_000));
  expect(await bytesOf(await request(access))).toEqual(clipBytes(0, 2_000));
  expect((await request(access, "bytes=2000-")).status).toBe(416);
  expect(asked.map(({ range }) => range)).toEqual(["bytes=2990-2999", "bytes=1000-2999"]);
});

it("the media worker renews an address that ran out, once", async () => {
  const { access } = aClipAccess(partAt("/object", "old"), partAt("/object", "new"));
  expect(await bytesOf(await request(access, "bytes=0-9"))).toEqual(clipBytes(0, 10));
  expect(access.locate.mock.calls).toEqual([[false], [true]]);
  const refused = aClipAccess(partAt("/object", "old"), partAt("/object", "old"));
  expect((await request(refused.access, "bytes=0-9")).status).toBe(502);
  expect(refused.access.reportFault).toHaveBeenCalledWith("refused");
  expect(refused.access.locate).toHaveBeenCalledTimes(2);
});

it.each([
  ["/whole", "no_ranges"],
  ["/shifted", "refused"],
])("the media worker plays nothing from a store that answers otherwise: %s", async (path, reason) => {
  const { access } = aClipAccess(partAt(path));
  expect((await request(access, "bytes=0-99")).status).toBe(502);
  expect(access.reportFault).toHaveBeenCalledWith(reason);
});

it("the media worker says that the store lets nobody in when it cannot be reached", async () => {
  const { access } = aClipAccess({ ...partAt("/object"), url: "http://127.0.0.1:1/object" });
  expect((await request(access, "bytes=0-99")).status).toBe(502);
  expect(access.reportFault).toHaveBeenCalledWith("blocked");
});

it("the media worker fails in the middle rather than playing an answer that is too short", async () => {
  const { access } = aClipAccess(partAt("/short"));
  const answer = await request(access, "bytes=0-99");
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(access.endRead).toHaveBeenCalledOnce();
});

it("the media worker aborts its request to storage when the player leaves", async () => {
  const { access } = aClipAccess(partAt("/endless"));
  const answer = await request(access, "bytes=0-99");
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => closed).toBe(1);
  expect(access.endRead).toHaveBeenCalledOnce();
});

it("the media worker answers 404 for an unregistered clip, and only allows reads", async () => {
  const { access } = aClipAccess(undefined);
  expect((await request(access)).status).toBe(404);
  expect((await request(access, null, "POST")).status).toBe(405);
  expect(asked).toEqual([]);
});

it("the media worker answers a question for the headers, and an empty clip, without the store", async () => {
  const { access } = aClipAccess(partAt("/object"));
  const head = await request(access, null, "HEAD");
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([200, "2000", null]);
  const empty = aClipAccess(partAt("/object", "new", { sizeBytes: 0 }));
  expect((await request(empty.access)).headers.get("content-length")).toBe("0");
  expect(asked).toEqual([]);
});

it.each(["text/html", "image/svg+xml", "text/javascript", "application/json"])(
  "the media worker hands out %s as bytes alone",
  async (contentType) => {
    const { access } = aClipAccess(partAt("/object", "new", { contentType }));
    expect((await request(access, "bytes=0-1")).headers.get("content-type")).toBe("application/octet-stream");
  },
);
