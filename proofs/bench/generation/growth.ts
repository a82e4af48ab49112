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

/** One grid of this size: its throughput, the longest history and the memory of the worker. */
export const growthOf = async (stage: Stage, performerId: string, cells: number): Promise<string> => {
  const taskId = await prepareCells(stage, performerId, cells);
  const seconds = await generateCells(stage, taskId, cells);
  const { events, workflows } = await longestHistory(stage, taskId);
  const grownMegabytes = stage.worker.growthBytes() / MEGABYTE;
  return (
    `  ${cells} cells: ${(cells / seconds).toFixed(1)} cells/s in ${seconds.toFixed(0)} s; ${workflows} workflows, ` +
    `longest history ${events} events; worker grew by ${grownMegabytes.toFixed(0)} MB since its start`
  );
};
