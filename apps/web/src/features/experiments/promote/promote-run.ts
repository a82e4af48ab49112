import type { PerformerItem } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { benchmarksCalls } from "../../../lib/api/clients/benchmarks.ts";
import { tasksCalls } from "../../../lib/api/clients/tasks.ts";

export interface Promotion {
  readonly requestKey: string;
  readonly runId: string;
  readonly name: string;
  readonly description: string;
  readonly prompts: readonly string[];
  /** Runs the checkpoint of the run; absent when its column is added later. */
  readonly performer: PerformerItem | undefined;
  readonly columnLabel: string;
}

/** The input of a performer that takes the prompt. */
const promptKeyOf = (performer: PerformerItem | undefined): string =>
  performer?.input_schema.find(({ role }) => role === "prompt")?.key ?? "prompt";

/** Creates the task, then its column and its rows. What an earlier attempt has made already is not made again. */
const promote = async (wanted: Promotion): Promise<string> => {
  const { requestKey, runId, name, description, prompts, performer, columnLabel } = wanted;
  const { id } = await tasksCalls.createTask({
    body: { kind: "Benchmark", name, description, request_key: requestKey, run_id: runId },
  });
  const task = await benchmarksCalls.getBenchmark({ params: { id } });
  let { revision } = task;
  if (performer && task.columns_list.length === 0) {
    const column = { label: columnLabel, performer_id: performer.id, params: {}, is_baseline: true, run_id: runId };
    ({ revision } = await benchmarksCalls.addColumn({
      params: { id },
      body: { ...column, expect_revision: revision },
    }));
  }
  if (task.row_keys.length === 0) {
    const rows = prompts.map((text) => ({ inputs: { [promptKeyOf(performer)]: text } }));
    await benchmarksCalls.addRows({ params: { id }, body: { expect_revision: revision, rows } });
  }
  return id;
};

export const usePromoteRun = () => useMutation({ mutationFn: promote });
