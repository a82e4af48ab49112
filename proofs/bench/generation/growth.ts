import { readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { generateCells, prepareCells } from "./sides.ts";
import type { Stage } from "./stage.ts";

/** The longest history of any workflow of this task. */
const longestHistory = async ({ temporal }: Stage, taskId: string): Promise<{ events: number; workflows: number }> => {
  const client = await temporal.client();
  let [events, workflows] = [0, 0];
  for await (const { workflowId } of client.workflow.list({ query: `WorkflowId STARTS_WITH "generate/${taskId}"` })) {
    const handle = client.workflow.getHandle(workflowId);
    // The list contains the history length of closed workflows only.
    await handle.result();
    workflows += 1;
    events = Math.max(events, (await handle.describe()).historyLength);
  }
  return { events, workflows };
};

const MEGABYTE = 1024 ** 2;

/** What the worker holds after a garbage collection. */
interface Weight {
  readonly mainBytes: number;
  readonly threadBytes: readonly number[];
  readonly residentBytes: number;
}

const WEIGH_MS = 60_000;

const weigh = async ({ worker, weightFile }: Stage): Promise<Weight> => {
  await rm(weightFile, { force: true });
  process.kill(worker.pid() ?? 0, "SIGUSR2");
  const until = performance.now() + WEIGH_MS;
  while (performance.now() < until) {
    const text = await readFile(weightFile, "utf8").catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Weight;
    await sleep(100);
  }
  throw new Error("the worker did not say what it holds");
};

export interface Growth {
  readonly cells: number;
  /** Held by the worker and its threads after a garbage collection. */
  readonly heldBytes: number;
  readonly line: string;
}

/** One grid of this size: its throughput, the longest history and the memory of the worker. */
export const growthOf = async (stage: Stage, performerId: string, cells: number): Promise<Growth> => {
  const taskId = await prepareCells(stage, performerId, cells);
  const seconds = await generateCells(stage, taskId, cells);
  const { events, workflows } = await longestHistory(stage, taskId);
  const { mainBytes, threadBytes, residentBytes } = await weigh(stage);
  const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
  const line =
    `  ${cells} cells: ${(cells / seconds).toFixed(1)} cells/s in ${seconds.toFixed(0)} s; ${workflows} workflows, ` +
    `longest history ${events} events; worker holds ${megabytes(mainBytes)} MB and in threads ` +
    `${threadBytes.map(megabytes).join(", ")}; ${megabytes(residentBytes)} MB resident, ` +
    `at most ${megabytes(stage.worker.growthBytes())} more than at its start`;
  return { cells, heldBytes: mainBytes + threadBytes.reduce((sum, bytes) => sum + bytes, 0), line };
};
