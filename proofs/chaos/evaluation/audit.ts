// Invariants after all raters have finished, read from the tables and not through the product.
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { listJudgingFaults } from "../../../apps/server/src/testing/rigs/judging-faults.ts";
import type { Reported } from "./rater.ts";
import type { Judged } from "./setup.ts";

const checkAcknowledged = async (db: Db, taskId: string, { judgements, undone }: Reported): Promise<string[]> => {
  const rows = await db
    .selectFrom("judgement")
    .select(["id", "client_id", "undone_at"])
    .where("task_id", "=", taskId)
    .execute();
  const standing = new Map(rows.filter((row) => row.undone_at === null).map((row) => [row.id, row.client_id]));
  const faults: string[] = [];
  for (const [id, clientId] of judgements) {
    if (standing.get(id) !== clientId) faults.push(`judgement ${id} was acknowledged and is not there`);
  }
  for (const id of standing.keys())
    if (!judgements.has(id)) faults.push(`judgement ${id} exists and was not acknowledged to anybody`);
  for (const id of undone) if (standing.has(id)) faults.push(`judgement ${id} was taken back and counts`);
  return faults;
};

const checkEnd = async (db: Db, { taskId, votes }: Judged): Promise<string[]> => {
  const { rows } = await sql<{ status: string; done: number; needed: number; open: number }>`
    select t.status, e.votes_done::int as done, e.votes_needed::int as needed,
      (select count(*)::int from evaluation_item i where i.task_id = e.task_id and i.kind = 'pairwise' and i.done < i.needed) as open
    from evaluation e join console_task t on t.id = e.task_id where e.task_id = ${taskId}`.execute(db);
  const [end] = rows;
  if (!end) return ["the evaluation is gone"];
  return [
    ...(end.status === "Finished" ? [] : [`the task is ${end.status}, with ${end.done} of ${end.needed} votes`]),
    ...(end.done === votes && end.needed === votes ? [] : [`${end.done} of ${end.needed} votes, and not ${votes}`]),
    ...(end.open === 0 ? [] : [`${end.open} items are stuck`]),
  ];
};

export const audit = async (db: Db, judged: Judged, reported: Reported): Promise<string[]> => [
  ...reported.faults,
  ...(await listJudgingFaults(db, judged.taskId)),
  ...(await checkAcknowledged(db, judged.taskId, reported)),
  ...(await checkEnd(db, judged)),
];
