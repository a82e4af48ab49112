// Loads the ports given on standard input for the given time or number of requests, and prints the number of replies of
// each.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { RawClient } from "../load/raw-client.ts";
import { SAMPLE_QUERY } from "./sample-route.ts";

const CONNECTIONS = 8;

/** Milliseconds, or a number of requests per port: the latter is the same amount of work on a busy machine. */
type Extent = { durationMs: number } | { requests: number };

type Slice = Extent & { ports: number[]; cookies: string[] };

const LOOK_MS = 5;
const GIVE_UP_MS = 60_000;

const answersOf = (group: readonly RawClient[]): number => group.reduce((sum, { answered }) => sum + answered, 0);

const isDone = (group: readonly RawClient[], requests: number): boolean =>
  answersOf(group) >= requests || group.every(({ failed }) => failed > 0);

/** Stops each group when it has received enough replies. */
const waitForAnswers = async (groups: readonly RawClient[][], requests: number): Promise<void> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (let left = [...groups]; left.length > 0; ) {
    if (performance.now() > deadlineMs) throw new Error(`not answered ${requests} times within ${GIVE_UP_MS} ms`);
    await sleep(LOOK_MS);
    const done = left.filter((group) => isDone(group, requests));
    for (const client of done.flat()) client.stop();
    left = left.filter((group) => !done.includes(group));
  }
};

const requestText = (cookie: string): string =>
  [
    `GET /api_v1/sample/list?${SAMPLE_QUERY} HTTP/1.1`,
    "host: 127.0.0.1",
    "accept: application/json",
    "accept-language: en",
    "sec-fetch-site: same-origin",
    "user-agent: Mozilla/5.0 (X11; Linux x86_64) bench",
    "x-username: researcher",
    `cookie: __Host-sid=${cookie}`,
    "",
    "",
  ].join("\r\n");

const run = async ({ ports, cookies, ...extent }: Slice): Promise<{ answered: number; failed: number }[]> => {
  const requests = cookies.map(requestText);
  let turn = 0;
  const next = (): string => requests[turn++ % requests.length] ?? "";
  const clients = ports.map((port) => Array.from({ length: CONNECTIONS }, () => new RawClient(port, next)));
  if ("requests" in extent) await waitForAnswers(clients, extent.requests);
  else await sleep(extent.durationMs);
  const counts = clients.map((group) => ({
    answered: answersOf(group),
    failed: group.reduce((sum, client) => sum + client.failed, 0),
  }));
  for (const client of clients.flat()) client.stop();
  return counts;
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as Slice))}\n`);
}
