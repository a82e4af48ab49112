import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { actOnBenchmark, endTurn, getState } from "../act-on-benchmark.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { countUndecided } from "../cells/cell.store.ts";

const refuse = (words: string): never => {
  throw new DomainError("conflict", words);
};

/** Generating → Benchmarking, once every cell has a clip that counts or a reason why not. */
export const startEvaluation = (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<GenerationState> =>
  actOnBenchmark(deps, context, { id, act: "startEvaluation" }, async (turn) => {
    const { tx, benchmark, task } = turn;
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
    return endTurn(turn, { opType: "Start_evaluation", meta, moveTo: "Benchmarking" });
  });

/** Benchmarking → Generating, as long as nobody has judged. */
export const stopEvaluation = (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<GenerationState> =>
  actOnBenchmark(deps, context, { id, act: "stopEvaluation" }, async (turn) => {
    if (await deps.hasJudgements(turn.tx, id)) refuse("there are already judgements, which would be lost");
    await deps.judging.stop(turn.tx, id);
    return endTurn(turn, { opType: "Stop_evaluation", moveTo: "Generating" });
  });
