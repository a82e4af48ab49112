import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface InstantPerformer {
  readonly url: string;
  readonly submissions: () => number;
  readonly close: () => Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
};

const drain = async (request: IncomingMessage): Promise<void> => {
  for await (const _ of request);
};

/** Implements /v1/videos and returns the same clip immediately, so that the performer takes no time. */
export const startInstantPerformer = async (clip: Buffer): Promise<InstantPerformer> => {
  let submissions = 0;
  const view = (id: string) => ({
    id,
    object: "video",
    status: "completed",
    progress: 100,
    seconds: "1",
    size: "320x180",
  });
  const server = createServer(async (request, response) => {
    await drain(request);
    const path = new URL(request.url ?? "/", "http://performer").pathname;
    if (request.method === "POST" && path === "/v1/videos") {
      submissions += 1;
      json(response, 200, view(`video_${submissions}`));
    } else if (path.endsWith("/content")) {
      response.writeHead(200, { "content-type": "video/mp4", "content-length": clip.length }).end(clip);
    } else if (path.startsWith("/v1/videos/")) {
      json(response, 200, view(path.slice("/v1/videos/".length)));
    } else {
      json(response, 404, { error: { code: "not_found", message: "there is nothing here" } });
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submissions: () => submissions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
