import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An object of an external store; its bytes may be generated on request. */
export interface RangeObject {
  readonly bytes: number;
  readonly etag: string;
  readonly read: (begin: number, end: number) => Uint8Array;
}

export interface RangeStore {
  readonly origin: string;
  readonly bucket: string;
  /** Every requested path, verbatim. */
  readonly asked: string[];
  /** Redirect targets by path. */
  readonly redirects: Map<string, string>;
  readonly close: () => Promise<void>;
}

export const objectOf = (content: Uint8Array | string, etag = '"e"'): RangeObject => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { bytes: bytes.length, etag, read: (begin, end) => bytes.subarray(begin, end) };
};

export interface RangeObjects {
  readonly get: (key: string) => RangeObject | undefined;
  readonly keys: () => Iterable<string>;
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const list = (objects: RangeObjects, query: URLSearchParams): string => {
  const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
  const delimiter = query.get("delimiter");
  const max = Number(query.get("max-keys") ?? 1_000);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const isNested = (key: string): boolean => delimiter !== null && key.slice(prefix.length).includes(delimiter);
  const folders = new Set(keys.filter(isNested).map((key) => prefix + key.slice(prefix.length).split("/")[0]));
  const files = keys.filter((key) => !isNested(key));
  const contents = files.slice(0, max).map((key) => {
    const { bytes = 0, etag = "" } = objects.get(key) ?? {};
    return `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${bytes}</Size><ETag>${escapeXml(etag)}</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
  });
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${encodeURIComponent(`${folder}/`)}</Prefix></CommonPrefixes>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${prefixes.join("")}<IsTruncated>${files.length > max}</IsTruncated></ListBucketResult>`;
};

const answerObject = (request: IncomingMessage, response: ServerResponse, object: RangeObject): void => {
  const { bytes, etag } = object;
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== etag) return void response.writeHead(412).end();
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const [begin, end] = first === undefined ? [0, bytes] : [Number(first), Math.min(Number(last) + 1, bytes)];
  if (begin >= bytes && bytes > 0) return void response.writeHead(416, { "content-range": `bytes */${bytes}` }).end();
  const ranged = first === undefined ? {} : { "content-range": `bytes ${begin}-${end - 1}/${bytes}` };
  response.writeHead(first === undefined ? 200 : 206, { etag, "content-length": end - begin, ...ranged });
  response.end(request.method === "HEAD" ? undefined : object.read(begin, end));
};

/** A small store with the read part of S3: objects, ranges, lists. It accepts every signature. */
export const startRangeStore = async (bucket: string, objects: RangeObjects): Promise<RangeStore> => {
  const asked: string[] = [];
  const redirects = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const url = new URL(path, "http://store");
    const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
    const location = redirects.get(key);
    if (location !== undefined) return void response.writeHead(302, { location }).end();
    if (url.searchParams.has("list-type"))
      return void response.writeHead(200, { "content-type": "application/xml" }).end(list(objects, url.searchParams));
    const object = objects.get(key);
    if (object) answerObject(request, response, object);
    else response.writeHead(404).end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    bucket,
    asked,
    redirects,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
