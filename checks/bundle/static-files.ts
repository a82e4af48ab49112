import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export interface StaticSite {
  readonly origin: string;
  readonly fileOf: (url: string) => string;
  readonly close: () => Promise<void>;
}

/** Serves a built folder unchanged, so that the browser's requests can be measured by file. */
export const serveFolder = async (folder: string): Promise<StaticSite> => {
  const fileOf = (url: string): string => {
    const { pathname } = new URL(url, "http://localhost");
    return path.join(folder, path.posix.normalize(pathname === "/" ? "/index.html" : pathname));
  };
  const server = createServer((request, response) => {
    const file = fileOf(request.url ?? "/");
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fileOf,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
};
