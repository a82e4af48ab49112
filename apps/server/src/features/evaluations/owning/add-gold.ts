import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { taskSubject } from "../../tasks/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { type Expected, hasGold, insertGold } from "./gold.store.ts";
import { lockOwnTask, requireJudging, requirePlanned } from "./own-task.ts";

const EXCHANGED: Readonly<Record<Expected, Expected>> = { a: "b", b: "a", tie: "tie" };

interface KnownPair {
  readonly id: string;
  readonly row: number;
  readonly a: number;
  readonly b: number;
  readonly expected: Expected;
}

/** Adds a gold item, a pair whose answer is known: it measures the raters' attention and never counts as a judgement. */
export const addGold = ({ db }: EvaluationsDeps, context: RequestContext, known: KnownPair): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id: taskId, row } = known;
    const task = await lockOwnTask(tx, context.actor, taskId);
    requireJudging(task);
    await requireUnblinded(tx, context.actor, taskId);
    if ((await requirePlanned(tx, taskId)).mode !== "pairwise") {
      throw new DomainError("conflict", "this evaluation does not compare clips in pairs");
    }
    if (known.a === known.b) throw new DomainError("invalid", "a pair needs two different columns");
    const isOrdered = known.a < known.b;
    const [a, b] = isOrdered ? [known.a, known.b] : [known.b, known.a];
    const pair = { taskId, row, a, b };
    if (await hasGold(tx, pair)) throw new DomainError("conflict", "this pair already has a known answer");
    const expected = isOrdered ? known.expected : EXCHANGED[known.expected];
    if (!(await insertGold(tx, { ...pair, expected, at: context.at }))) {
      throw new DomainError("not_found", "this row does not have a clip in both columns");
    }
    await recordOperation(tx, auditActor(context), {
      opType: "Add_gold",
      subjects: [taskSubject(taskId)],
      meta: { name: task.name, row, a, b, expected },
    });
  });
