// What the tests of costly requests start in place of a second API process: it says what it was asked, on the socket that its
// last argument names.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const running = new Map<string, number>();

/** Keeps the event loop busy, as a large answer does. */
const block = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) Math.sqrt(untilMs);
};

const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://beside.test");
    const cookie = request.headers.cookie ?? "";
    const atOnce = (running.get(cookie) ?? 0) + 1;
    running.set(cookie, atOnce);
    const body = await text(request);
    if (url.searchParams.has("die")) process.exit(1);
    if (url.searchParams.has("wait")) await wait(Number(url.searchParams.get("wait")));
    block(Number(url.searchParams.get("block") ?? 0));
    running.set(cookie, (running.get(cookie) ?? 1) - 1);
    const isRefused = url.searchParams.has("refuse");
    const said = { pid: process.pid, atOnce, bytes: body.length, headers: request.headers };
    response.writeHead(isRefused ? 404 : 200, { "content-type": "application/json", "x-said": "beside" });
    response.end(JSON.stringify(isRefused ? { code: "not_found", detail: "gone" } : said));
  };
  void answer();
});

process.once("disconnect", () => server.close(() => process.exit(0)));
server.listen(process.argv.at(-1), () => process.send?.("ready"));
