import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Edge } from "./edge.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

interface WebFile {
  readonly path: string;
  readonly headers: readonly string[];
  readonly etag: string;
  /** Precompressed versions from the build, best first. */
  readonly encodings: readonly { name: "br" | "gzip"; path: string; sizeBytes: number }[];
  readonly sizeBytes: number;
  readonly isPage: boolean;
}

export interface WebHeaders {
  /** Of all files that are no pages. */
  readonly ofFiles: readonly string[];
  /** Read per request, because the storage origins in the CSP change at runtime. */
  readonly ofPages: () => Promise<readonly string[]>;
}

/**
 * Serves the built pages: only files that a listing of their folder names, each under its exact path, so path traversal is
 * impossible. The hundreds of assets share one route and are listed on the first request for one, not at each start.
 */
export const serveWeb = async (
  app: FastifyInstance,
  edge: Edge,
  root: string,
  { ofFiles, ofPages }: WebHeaders,
): Promise<void> => {
  for (const [name, describe] of await listFolder(root, "/", ofFiles)) {
    const file = await describe();
    const send = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      sendFile(edge, request, reply, file.isPage ? asPage(file, await ofPages()) : file);
    app.route({ method: ["GET", "HEAD"], url: name === "index.html" ? "/" : `/${name}`, handler: send });
  }
  const listAssets = once(() => listFolder(join(root, ASSETS), ASSETS, ofFiles));
  const sendAsset = async (request: FastifyRequest<AssetRequest>, reply: FastifyReply): Promise<void> => {
    const describe = (await listAssets()).get(request.params["*"]);
    if (describe) sendFile(edge, request, reply, await describe());
    else reply.callNotFound();
  };
  app.route<AssetRequest>({ method: ["GET", "HEAD"], url: `${ASSETS}*`, handler: sendAsset });
};

interface AssetRequest {
  Params: { "*": string };
}

/** Concurrent first calls share one promise; a failure is not cached. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

/** The ETag covers the headers too: a browser must not keep an outdated content security policy with a cached page. */
const asPage = (file: WebFile, pageHeaders: readonly string[]): WebFile => ({
  ...file,
  headers: [...file.headers, ...pageHeaders],
  etag: tagOf(file.etag, pageHeaders.join("\n")),
});

/** The files of one folder that browsers may load, each described on its first request. */
const listFolder = async (
  folder: string,
  url: string,
  ofFiles: readonly string[],
): Promise<Map<string, () => Promise<WebFile>>> => {
  const names = new Set(await readdir(folder));
  const files = [...names].flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) return [];
    const headers = ["content-type", contentType, ...headersFor(`${url}${name}`, ofFiles)];
    return [[name, once(() => describeFile(`${url}${name}`, join(folder, name), headers, names))] as const];
  });
  return new Map(files);
};

const describeFile = async (
  url: string,
  path: string,
  headers: readonly string[],
  siblings: ReadonlySet<string>,
): Promise<WebFile> => ({
  path,
  sizeBytes: (await stat(path)).size,
  etag: await etagOf(url, path),
  encodings: await readEncodings(path, siblings),
  headers: [...headers, "cache-control", cacheControl(url), "vary", "accept-encoding"],
  isPage: url.endsWith(".html"),
});

/** The script serves every page, so it may load no other script; storage origins are not known in advance. */
const WORKER_SCRIPT = "/shard-worker.js";
const WORKER_POLICY = "default-src 'none'; connect-src http: https:; frame-ancestors 'none'";
/** A policy for loading would bind the other workers, whose scripts are among the assets. */
const FILE_POLICY = "frame-ancestors 'none'";

const headersFor = (url: string, ofFiles: readonly string[]): readonly string[] => {
  if (url.endsWith(".html")) return [];
  return [...ofFiles, "content-security-policy", url === WORKER_SCRIPT ? WORKER_POLICY : FILE_POLICY];
};

/** Built assets have a content hash in their name. */
const ASSETS = "/assets/";
const isNamedByContent = (url: string): boolean => url.startsWith(ASSETS);

const cacheControl = (url: string): string =>
  isNamedByContent(url) ? "public, max-age=31536000, immutable" : "no-cache";

/** Hashes only files without a content hash in their name; the others are megabytes. */
const etagOf = async (url: string, path: string): Promise<string> => {
  const identity = isNamedByContent(url) ? url : await readFile(path);
  return tagOf(identity);
};

const tagOf = (...parts: readonly (string | Buffer)[]): string => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return `"${digest.digest("base64url").slice(0, 22)}"`;
};

const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

const readEncodings = (path: string, siblings: ReadonlySet<string>): Promise<WebFile["encodings"]> =>
  Promise.all(
    ENCODINGS.filter(({ suffix }) => siblings.has(basename(path) + suffix)).map(async ({ name, suffix }) => ({
      name,
      path: path + suffix,
      sizeBytes: (await stat(path + suffix)).size,
    })),
  );

const sendFile = (edge: Edge, request: FastifyRequest, reply: FastifyReply, file: WebFile): void => {
  reply.hijack();
  const headers = [...file.headers, "etag", file.etag, ...(edge.isDraining ? ["connection", "close"] : [])];
  if (request.headers["if-none-match"] === file.etag) {
    reply.raw.writeHead(304, headers).end();
    return;
  }
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = file.encodings.find(({ name }) => accepted.includes(name));
  const length = `${encoding?.sizeBytes ?? file.sizeBytes}`;
  reply.raw.writeHead(200, [
    ...headers,
    "content-length",
    length,
    ...(encoding ? ["content-encoding", encoding.name] : []),
  ]);
  if (request.method === "HEAD") {
    reply.raw.end();
    return;
  }
  createReadStream(encoding?.path ?? file.path)
    .on("error", (error) => reply.raw.destroy(error))
    .pipe(reply.raw);
};
