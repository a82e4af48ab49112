import { print } from "../outcome.ts";
import { ProcessorTime } from "./processor-time.ts";
import { resultOf, type StageResult } from "./report.ts";
import { runStage, stopStages } from "./run-stage.ts";
import type { Stage } from "./stages.ts";

/** Stages that may share the machine run this many at a time: they wait for engines more than they compute. */
const LANES = 2;

export interface StagesRun {
  readonly results: readonly StageResult[];
  readonly isStopped: boolean;
  /** What neighbours of a virtual machine took of its processors. */
  readonly stolenShare: number;
}

/** Runs every stage to its end, also after one has failed; a signal stops the running ones and starts no other. */
export const runStages = async (stages: readonly Stage[], folder: string): Promise<StagesRun> => {
  const processor = new ProcessorTime();
  const results: StageResult[] = [];
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
      processor.start(name);
      const { status, seconds } = await runStage(stage, folder, isAlone);
      const result = resultOf(folder, { name, status, seconds, processorSeconds: processor.end(name) });
      results.push(result);
      print(`── ${name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(0)} s`);
    }
  };
  await runAll(
    stages.filter(({ sharesMachine }) => !sharesMachine),
    true,
  );
  const sharing = stages.filter(({ sharesMachine }) => sharesMachine);
  await Promise.all(Array.from({ length: LANES }, () => runAll(sharing, false)));
  return { results, isStopped, stolenShare: processor.stolenShare() };
};
