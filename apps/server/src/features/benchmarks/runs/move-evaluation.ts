import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { countUndecided } from "../cells/cell.store.ts";
import { commitBenchmarkChange, getState, withBenchmarkLock } from "../with-benchmark-lock.ts";

const refuse = (words: string): never => {
  throw new DomainError("conflict", words);
};

/** Generating → Benchmarking, once every cell has a counted clip or is excluded. */
export const startEvaluation = (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "startEvaluation" }, async (locked) => {
    const { tx, benchmark, task } = locked;
    const { progress } = await getState(tx, id);
    const underWay = progress.queued + progress.running;
    if (underWay > 0) refuse(`${underWay} of ${progress.total} cells are still under way`);
    const undecided = await countUndecided(tx, id);
    if (undecided > 0)
      refuse(`${undecided} of ${progress.total} cells have no clip: try them again or leave them out with a reason`);
    const { templateId } = benchmark;
    if (templateId === null) return refuse("choose a dimension set first: it defines the questions for the judges");
    if (!(await deps.hasTemplate(tx, templateId))) refuse("the template of this benchmark does not exist");
    const { evaluation } = benchmark;
    const { clips, votesNeeded } = await deps.judging.start(tx, context, task, { templateId, evaluation });
    const meta = { clips, votes_needed: votesNeeded };
    return commitBenchmarkChange(locked, { opType: "Start_evaluation", meta, moveTo: "Benchmarking" });
  });

/** Benchmarking → Generating, as long as there is no judgement. */
export const stopEvaluation = (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "stopEvaluation" }, async (locked) => {
    if (await deps.hasJudgements(locked.tx, id)) refuse("there are already judgements, which would be lost");
    await deps.judging.stop(locked.tx, id);
    return commitBenchmarkChange(locked, { opType: "Stop_evaluation", moveTo: "Generating" });
  });
