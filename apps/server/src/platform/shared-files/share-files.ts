import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { FormatFault } from "@dailies/formats/format-fault";
import { parseByteRange } from "../byte-range.ts";
import { writePage } from "./list-page.ts";
import { FAULT_HEADER, type SharedFiles, type SharedObjects } from "./shared-files.ts";

export interface Share {
  readonly files: SharedFiles;
  /** The first failure that is no fault of the data: the other process only knows that there was one. */
  readonly failure: () => unknown;
  readonly end: () => void;
}

/** Serves files to processes of this machine, in the manner of S3: libraries that open storage themselves get nothing else. */
export interface FileSharing {
  readonly share: (objects: SharedObjects) => Promise<Share>;
  readonly close: () => Promise<void>;
}

interface Entry {
  readonly objects: SharedObjects;
  failure?: { readonly error: unknown };
}

const TOKEN_BYTES = 20;
/** Above this, bytes pass through without being collected. */
const STREAMED_BYTES = 4 * 1024 ** 2;
/** Not one that libraries try again: what may help was already tried. */
const FAILED = 403;

export const openFileSharing = (): FileSharing => {
  const shared = new Map<string, Entry>();
  let listening: Promise<Server> | undefined;
  const listen = (): Promise<Server> => {
    listening ??= new Promise((resolve, reject) => {
      const server = createServer((request, response) => void answer(shared, request, response));
      // Only this machine, and nothing but what the token names.
      server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server));
      server.unref();
    });
    return listening;
  };
  return {
    share: async (objects) => {
      const { port } = (await listen()).address() as AddressInfo;
      const bucket = randomBytes(TOKEN_BYTES).toString("hex");
      const entry: Entry = { objects };
      shared.set(bucket, entry);
      return {
        files: { endpoint: `http://127.0.0.1:${port}`, bucket },
        failure: () => entry.failure?.error,
        end: () => shared.delete(bucket),
      };
    },
    close: async () => {
      shared.clear();
      const server = await listening;
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    },
  };
};

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly objects: SharedObjects;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

const answer = async (
  shared: ReadonlyMap<string, Entry>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  const path = readPath(request.url ?? "");
  const entry = path && shared.get(path.bucket);
  try {
    if (!path || !entry || (request.method !== "GET" && request.method !== "HEAD")) return end(response, FAILED);
    const { key, query } = path;
    const asked = { request, response, objects: entry.objects, key, query, signal: controller.signal };
    await (key === "" ? answerList(asked) : answerObject(asked));
  } catch (error) {
    if (entry && !(error instanceof FormatFault) && !controller.signal.aborted) entry.failure ??= { error };
    if (response.headersSent) response.destroy();
    else fail(response, error);
  }
};

/** `/<token>/<key>?<query>`; each part of the key is encoded on its own. Undefined when it is not, which anyone may send. */
const readPath = (url: string) => {
  try {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const [, bucket = "", ...steps] = pathname.split("/");
    return { bucket, key: steps.map(decodeURIComponent).join("/"), query: searchParams };
  } catch {
    return undefined;
  }
};

const answerList = async ({ request, response, objects, query, signal }: Asked): Promise<void> => {
  if (request.method !== "GET") return end(response, FAILED);
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? query.get("start-after") ?? undefined;
  const isFlat = query.get("delimiter") === null;
  const page = isFlat
    ? { folders: [], ...(await objects.list(prefix, { after, signal })) }
    : await objects.browse(prefix, { after, signal });
  response.writeHead(200, { "content-type": "application/xml" }).end(writePage(prefix, page));
};

const answerObject = async ({ request, response, objects, key, signal }: Asked): Promise<void> => {
  const bytes = await (request.method === "HEAD" ? objects.size(key, signal) : objects.totalOf(key, signal));
  if (bytes === undefined) return end(response, 404);
  const range = parseByteRange(request.headers.range, bytes);
  if (range.kind === "outside") return end(response, 416, { "content-range": `bytes */${bytes}` });
  const { begin, end: to } = range.kind === "part" ? range : { begin: 0, end: bytes };
  const headers = {
    "content-length": String(to - begin),
    "last-modified": new Date(0).toUTCString(),
    "accept-ranges": "bytes",
    ...(range.kind === "part" && { "content-range": `bytes ${begin}-${to - 1}/${bytes}` }),
  };
  const status = range.kind === "part" ? 206 : 200;
  if (request.method === "HEAD" || to === begin) return end(response, status, headers);
  if (to - begin <= STREAMED_BYTES) {
    const read = await objects.read(key, begin, to, signal);
    response.writeHead(status, headers).end(read);
    return;
  }
  const body = await objects.stream(key, begin, to, signal);
  response.writeHead(status, headers);
  await pipeline(body, response);
};

const fail = (response: ServerResponse, error: unknown): void => {
  if (!(error instanceof FormatFault)) return end(response, FAILED);
  const { kind, message, at } = error;
  const fault = Buffer.from(JSON.stringify({ kind, message, at })).toString("base64url");
  end(response, kind === "missing" ? 404 : FAILED, { [FAULT_HEADER]: fault });
};

const end = (response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { "content-length": "0", ...headers }).end();
};
