import { type Aggregation, fieldSpec, type TemplateQuestion } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";

/** The evaluation of a task and its progress. */
export interface EvaluationFacts {
  readonly taskId: string;
  readonly mode: "rating" | "pairwise" | "auto";
  readonly aggregation: Aggregation;
  readonly template: { readonly id: string; readonly name: string; readonly version: number };
  readonly seed: bigint;
  readonly startedAt: Date | null;
  readonly votesDone: number;
  readonly votesNeeded: number;
  readonly judgementSeq: number;
  readonly inputsRevision: bigint;
  readonly countsInformed: boolean;
  readonly clipsTotal: number;
  readonly clipsReady: number;
  readonly clipsFailed: number;
}

export const findEvaluationFacts = async (db: Db, taskId: string): Promise<EvaluationFacts | undefined> => {
  const row = await db
    .selectFrom("evaluation as e")
    .innerJoin("template_version as t", (join) =>
      join.onRef("t.template_id", "=", "e.template_id").onRef("t.version", "=", "e.template_version"),
    )
    .selectAll("e")
    .select("t.name as template_name")
    .where("e.task_id", "=", taskId)
    .executeTakeFirst();
  return (
    row && {
      taskId,
      mode: row.mode as EvaluationFacts["mode"],
      aggregation: row.aggregation as Aggregation,
      template: { id: row.template_id, name: row.template_name, version: row.template_version },
      seed: row.seed,
      startedAt: row.started_at,
      votesDone: Number(row.votes_done),
      votesNeeded: Number(row.votes_needed),
      judgementSeq: Number(row.judgement_seq),
      inputsRevision: row.inputs_revision,
      countsInformed: row.counts_informed,
      clipsTotal: row.clips_total,
      clipsReady: row.clips_ready,
      clipsFailed: row.clips_failed,
    }
  );
};

export type BoardQuestion = Pick<
  TemplateQuestion,
  "key" | "name" | "field" | "direction" | "source" | "metric_key" | "weight"
>;

/** In the order of the template. */
export const listBoardQuestions = async (
  db: Db,
  { id, version }: EvaluationFacts["template"],
): Promise<BoardQuestion[]> => {
  const rows = await db
    .selectFrom("template_entry as t")
    .innerJoin("dimension as d", "d.id", "t.dimension_id")
    .innerJoin("dimension_version as v", (join) =>
      join.onRef("v.dimension_id", "=", "t.dimension_id").onRef("v.version", "=", "t.dimension_version"),
    )
    .select(["d.key", "v.name", "v.field", "v.direction", "v.source", "v.metric_key", "t.weight"])
    .where("t.template_id", "=", id)
    .where("t.version", "=", version)
    .orderBy("t.position")
    .execute();
  return rows.map((row) => ({
    ...row,
    field: fieldSpec.parse(row.field),
    direction: row.direction as BoardQuestion["direction"],
    source: row.source as BoardQuestion["source"],
  }));
};
