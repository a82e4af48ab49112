import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { sendContent } from "../../../apps/performer/src/send-content.ts";
import { ROOT } from "../../../checks/repository.ts";

/** The page loads the repository's sources with only their types stripped, so that exactly those are measured. */
export const startSite = async (clips: readonly string[]): Promise<{ origin: string; close: () => Promise<void> }> => {
  const page = `<!doctype html><body style="margin:0">${clips
    .map((_, index) => `<video src="/clip/${index}" width="640" height="360" preload="auto" muted playsinline></video>`)
    .join("")}`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const clip = /^\/clip\/(?<index>\d+)$/.exec(pathname)?.groups?.index;
    const file = clip === undefined ? undefined : clips[Number(clip)];
    if (file !== undefined) return sendContent(request, response, { file, etag: pathname, isCutOff: false });
    if (pathname === "/") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (pathname.endsWith(".ts")) {
      const source = await readFile(join(ROOT, normalize(pathname)), "utf8");
      response.writeHead(200, { "content-type": "text/javascript" }).end(stripTypeScriptTypes(source));
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
