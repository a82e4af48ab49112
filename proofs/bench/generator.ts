// Loads the ports given on standard input for as long as told, and prints how many answers each one gave.
import { createInterface } from "node:readline";
import { RawClient } from "../load/raw-client.ts";
import { SAMPLE_QUERY } from "./sample-route.ts";

const CONNECTIONS = 8;

interface Slice {
  ports: number[];
  durationMs: number;
  cookies: string[];
}

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

const run = async ({ ports, durationMs, cookies }: Slice): Promise<{ answered: number; failed: number }[]> => {
  const requests = cookies.map(requestText);
  let turn = 0;
  const next = (): string => requests[turn++ % requests.length] ?? "";
  const clients = ports.map((port) => Array.from({ length: CONNECTIONS }, () => new RawClient(port, next)));
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  const counts = clients.map((group) => ({
    answered: group.reduce((sum, client) => sum + client.answered, 0),
    failed: group.reduce((sum, client) => sum + client.failed, 0),
  }));
  for (const client of clients.flat()) client.stop();
  return counts;
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as Slice))}\n`);
}
