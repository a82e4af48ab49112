import { type RawBuilder, sql } from "kysely";

/**
 * The judgements behind every figure of a leaderboard: those that count, without those of raters who could know the models
 * unless the owner counts them.
 */
export const isOnBoard = (taskId: string, judgement: "j" | "judgement" = "judgement"): RawBuilder<boolean> => {
  const [isCounted, informed] = [sql.ref(`${judgement}.is_counted`), sql.ref(`${judgement}.informed`)];
  return sql`(${isCounted} and (${informed} is null
    or (select e.counts_informed from evaluation e where e.task_id = ${taskId})))`;
};
