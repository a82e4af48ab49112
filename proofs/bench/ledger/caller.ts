// The client: a process of its own, so that its CPU time can be separated from the server's. Runs one slice for each line it
// reads and replies with a line.
import { createInterface } from "node:readline";
import type { ServiceKey } from "../../../apps/server/src/features/service-api/index.ts";
import { type Mover, openFunction, openService, type Work, work } from "./movers.ts";

export type Side =
  | { readonly name: string; readonly url: string }
  | { readonly name: string; readonly port: number; readonly key: ServiceKey };

export interface Slice {
  readonly side: Side;
  readonly callers: number;
  readonly kind: Work;
  /** One account for all, or as many as there are. */
  readonly accounts: number;
  readonly durationMs: number;
}

export interface SliceResult {
  readonly moved: number;
  readonly tookMs: number;
}

const opened = new Map<string, Promise<Mover[]>>();

const open = async (side: Side, count: number): Promise<Mover[]> =>
  "url" in side
    ? openFunction(side.url, count)
    : Promise.all(Array.from({ length: count }, () => openService(side.port, side.key)));

/** The first account is the contended one; others are picked from the rest. */
const pick = (accounts: number): number => (accounts === 1 ? 1 : 2 + Math.floor(Math.random() * (accounts - 1)));

const runSlice = async ({ side, callers, kind, accounts, durationMs }: Slice): Promise<SliceResult> => {
  const opening = opened.get(side.name) ?? open(side, callers);
  opened.set(side.name, opening);
  const movers = await opening;
  const startedMs = performance.now();
  const counts = await Promise.all(
    movers.map((mover) => work(mover, kind, () => pick(accounts), startedMs + durationMs)),
  );
  return { moved: counts.reduce((sum, count) => sum + count, 0), tookMs: performance.now() - startedMs };
};

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await runSlice(JSON.parse(line) as Slice))}\n`);
}
process.exit(0);
