// Loads the port given on standard input for the given time or number of requests, and prints the number of replies.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { RawClient } from "../load/raw-client.ts";
import { SAMPLE_QUERY } from "./sample-route.ts";

const CONNECTIONS = 8;

/** Milliseconds, or a number of requests: the latter is the same amount of work on a busy machine. */
type Extent = { durationMs: number } | { requests: number };

type Slice = Extent & { port: number; cookies: string[] };

const LOOK_MS = 5;
const GIVE_UP_MS = 60_000;

const answersOf = (clients: readonly RawClient[]): number => clients.reduce((sum, { answered }) => sum + answered, 0);

const waitForAnswers = async (clients: readonly RawClient[], requests: number): Promise<void> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  while (answersOf(clients) < requests && clients.some(({ failed }) => failed === 0)) {
    if (performance.now() > deadlineMs) throw new Error(`not answered ${requests} times within ${GIVE_UP_MS} ms`);
    await sleep(LOOK_MS);
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

/** Connections by port. They stay open between the slices: opening them would be part of what is measured. */
const connections = new Map<number, RawClient[]>();

const resumeAll = (port: number, next: () => string): RawClient[] => {
  const open = (connections.get(port) ?? []).filter((client) => client.isOpen);
  const added = Array.from({ length: CONNECTIONS - open.length }, () => new RawClient(port, next));
  for (const client of open) client.resume();
  const clients = [...open, ...added];
  connections.set(port, clients);
  return clients;
};

const failuresOf = (clients: readonly RawClient[]): number => clients.reduce((sum, { failed }) => sum + failed, 0);

let turn = 0;

const run = async ({ port, cookies, ...extent }: Slice): Promise<{ answered: number; failed: number }> => {
  const requests = cookies.map(requestText);
  const next = (): string => requests[turn++ % requests.length] ?? "";
  const clients = resumeAll(port, next);
  const [answered, failed] = [answersOf(clients), failuresOf(clients)];
  if ("requests" in extent) await waitForAnswers(clients, answered + extent.requests);
  else await sleep(extent.durationMs);
  await Promise.all(clients.map((client) => client.pause()));
  return { answered: answersOf(clients) - answered, failed: failuresOf(clients) - failed };
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as Slice))}\n`);
}
