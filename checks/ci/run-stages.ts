import { DISTURBED_SHARE, machineTime, stolenShare } from "../machine-time.ts";
import { print } from "../outcome.ts";
import { ProcessorTime } from "./processor-time.ts";
import { resultOf, type StageResult } from "./report.ts";
import { runStage, stopStages } from "./run-stage.ts";
import type { Stage } from "./stages.ts";

/** Concurrency of stages that may share the machine: they wait for engines more than they compute. */
const LANES = 2;

/** CI kills a run after 90 minutes without a result, so no long proof starts this late. */
export const LAST_PROOF_BEGINS_S = 4_300;

export interface StagesRun {
  readonly results: readonly StageResult[];
  /** Long proofs skipped for lack of time. */
  readonly late: readonly string[];
  readonly isStopped: boolean;
  /** CPU steal of the machine. */
  readonly stolenShare: number;
}

/** Runs every stage to its end, even after one has failed; a signal stops the running ones and starts no other. */
export const runStages = async (
  stages: readonly Stage[],
  folder: string,
  isTimeLeft: (stage: Stage) => boolean,
): Promise<StagesRun> => {
  const processor = new ProcessorTime();
  const results: StageResult[] = [];
  const late: string[] = [];
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      isStopped = true;
      stopStages();
    });
  }
  const runAll = async (waiting: Stage[], isAlone: boolean): Promise<void> => {
    for (let stage = waiting.shift(); stage !== undefined && !isStopped; stage = waiting.shift()) {
      const { name } = stage;
      if (stage.covers !== undefined && !isTimeLeft(stage)) {
        late.push(name);
        continue;
      }
      const began = machineTime();
      processor.start(name);
      const { status, seconds } = await runStage(stage, folder, isAlone);
      const isDisturbed = stolenShare(began) > DISTURBED_SHARE;
      const result = resultOf(folder, { name, status, seconds, processorSeconds: processor.end(name), isDisturbed });
      results.push(result);
      const counts = result.isVoid ? "void" : `${result.passed} passed, ${result.failed} failed`;
      print(`── ${name}: ${counts}, ${seconds.toFixed(0)} s`);
    }
  };
  await runAll(
    stages.filter(({ sharesMachine }) => !sharesMachine),
    true,
  );
  const sharing = stages.filter(({ sharesMachine }) => sharesMachine);
  await Promise.all(Array.from({ length: LANES }, () => runAll(sharing, false)));
  return { results, late, isStopped, stolenShare: processor.stolenShare() };
};
