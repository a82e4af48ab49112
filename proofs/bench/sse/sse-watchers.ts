// The SSE clients, in their own process: reads one command per line on standard input and replies with one line each.
import { createInterface } from "node:readline";
import { SseWatcher } from "./sse-watcher.ts";

type Order =
  | { act: "open"; group: string; port: number; path: string; count: number; cookies: string[] }
  /** Discards everything received so far. */
  | { act: "clear"; group: string }
  | { act: "read"; group: string }
  /** Cuts each connection once, at a random time within the next `withinMs`. */
  | { act: "cut"; group: string; withinMs: number }
  | { act: "close"; group: string };

const groups = new Map<string, SseWatcher[]>();
const OPEN_AT_ONCE = 50;

const open = async ({ group, port, path, count, cookies }: Extract<Order, { act: "open" }>): Promise<unknown> => {
  const watchers = Array.from(
    { length: count },
    (_, index) => new SseWatcher({ port, path, cookie: cookies[index % Math.max(1, cookies.length)] ?? "" }),
  );
  groups.set(group, watchers);
  for (let start = 0; start < count; start += OPEN_AT_ONCE) {
    await Promise.all(watchers.slice(start, start + OPEN_AT_ONCE).map((watcher) => watcher.connect()));
  }
  return { opened: count };
};

const read = (watchers: readonly SseWatcher[]): unknown => {
  const latencies = Float64Array.from(watchers.flatMap((watcher) => watcher.latenciesMs)).sort();
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    heard: latencies.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    resets: watchers.reduce((sum, watcher) => sum + watcher.resets, 0),
    refused: watchers.reduce((sum, watcher) => sum + watcher.refused, 0),
    cuts: watchers.reduce((sum, watcher) => sum + watcher.cuts, 0),
    /** The event numbers each client received, as ranges: all is well when every client has the same single range. */
    missed: watchers.reduce((sum, watcher) => sum + watcher.missed(), 0),
    twice: watchers.reduce((sum, watcher) => sum + watcher.twice, 0),
    first: Math.max(...watchers.map((watcher) => watcher.first)),
    last: Math.min(...watchers.map((watcher) => watcher.last)),
  };
};

const obey = async (order: Order): Promise<unknown> => {
  if (order.act === "open") return open(order);
  const watchers = groups.get(order.group) ?? [];
  if (order.act === "read") return read(watchers);
  for (const watcher of watchers) {
    if (order.act === "clear") watcher.clear();
    else if (order.act === "close") watcher.close();
    else setTimeout(() => watcher.cut(), Math.random() * order.withinMs);
  }
  return {};
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as Order))}\n`);
}
