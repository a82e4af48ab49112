// People who label through the API of one side, each on a connection of their own.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type LabelItem, labellingRoutes } from "@dailies/contract";
import type { JsonRoute, RouteResult } from "@dailies/contract/kit";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { aPerson } from "../../chaos/harness/own-database.ts";
import { type HttpLine, openLine } from "../ledger/http-line.ts";

const BUSY = 503;
class ServerBusy extends Error {}

/** As many as the page keeps ready. */
const HELD = 3;

export interface Times {
  readonly claim: number[];
  readonly submit: number[];
}

export const noTimes = (): Times => ({ claim: [], submit: [] });

interface Labeller {
  readonly line: HttpLine;
  readonly cookie: string;
  held: readonly LabelItem[];
}

export interface Labellers {
  /** Each person in turn submits an item and claims the next ones, at a fixed rate whatever the answers take. */
  readonly workFor: (sliceMs: number, times: Times) => Promise<void>;
  readonly acknowledged: () => number;
  /** Requests that the server refused because it was busy: then the run says nothing about the size of a task. */
  readonly refused: () => number;
  readonly close: () => void;
}

const post = async <R extends JsonRoute>(
  { line, cookie }: Labeller,
  route: R,
  body: object,
): Promise<{ reply: RouteResult<R>; tookMs: number }> => {
  const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const startedMs = performance.now();
  const { status, body: answered } = await line.ask("POST", route.path, headers, JSON.stringify(body));
  const tookMs = performance.now() - startedMs;
  if (status === BUSY) throw new ServerBusy();
  if (status !== 200) throw new Error(`${route.path} was answered ${status}: ${answered.slice(0, 300)}`);
  return { reply: JSON.parse(answered) as RouteResult<R>, tookMs };
};

/** Submits the first item in hand, if there is one, and then claims as the page does. */
const act = async (labeller: Labeller, taskId: string, times: Times): Promise<number> => {
  const [item, ...rest] = labeller.held;
  if (item) {
    const label = {
      values: { caption: "a clip", is_kept: true },
      guidelines_version: 1,
      duration_ms: 4_000,
      watched_s: 4,
    };
    const body = { ...label, lease_id: item.lease_id, client_id: randomUUID() };
    times.submit.push((await post(labeller, labellingRoutes.submitLabel, body)).tookMs);
    labeller.held = rest;
  }
  const { reply, tookMs } = await post(labeller, labellingRoutes.claimLabelItems, { task_id: taskId, count: HELD });
  times.claim.push(tookMs);
  if (reply.items.length === 0) throw new Error("nothing is left to label: the task has too few items for this run");
  labeller.held = reply.items;
  return item ? 1 : 0;
};

export interface LabellersOptions {
  readonly db: Db;
  readonly port: number;
  readonly taskId: string;
  readonly count: number;
  /** Between two acts of one person. */
  readonly thinkMs: number;
}

export const openLabellers = async ({ db, port, taskId, count, thinkMs }: LabellersOptions): Promise<Labellers> => {
  const people: Labeller[] = [];
  for (let n = 0; n < count; n++)
    people.push({ line: await openLine(port), cookie: (await aPerson(db)).cookie, held: [] });
  let acknowledged = 0;
  let refused = 0;
  let turn = 0;
  const everyMs = thinkMs / count;
  const workFor = async (sliceMs: number, times: Times): Promise<void> => {
    const running: Promise<void>[] = [];
    const failures: Error[] = [];
    const startedMs = performance.now();
    for (let n = 0; n * everyMs < sliceMs; n++) {
      const earlyMs = startedMs + n * everyMs - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
      const labeller = people[turn++ % people.length];
      if (!labeller) throw new Error("there are no labellers");
      running.push(
        act(labeller, taskId, times).then(
          (labels) => {
            acknowledged += labels;
          },
          (error: unknown) => {
            if (error instanceof ServerBusy) refused += 1;
            else failures.push(error instanceof Error ? error : new Error(String(error)));
          },
        ),
      );
    }
    await Promise.all(running);
    const [failure] = failures;
    if (failure) throw failure;
  };
  return {
    workFor,
    acknowledged: () => acknowledged,
    refused: () => refused,
    close: () => {
      for (const { line } of people) line.close();
    },
  };
};
