import { type DataExperimentAct, decisionNumbers } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

interface ActRow extends Omit<DataExperimentAct, "at" | "numbers"> {
  readonly at: Date;
  readonly numbers: unknown;
}

/** An experiment is decided again a few times at most; of more, the newest. */
const MAX_ACTS = 100;

/** Newest first. */
export const listActs = async (db: Db, experimentId: string): Promise<DataExperimentAct[]> => {
  const { rows } = await sql<ActRow>`
    select a.number, a.kind, a.chosen, a.reason, u.username as by, a.acted_at as at, a.numbers
    from data_experiment_act a join console_user u on u.id = a.acted_by
    where a.experiment_id = ${experimentId} order by a.number desc limit ${MAX_ACTS}`.execute(db);
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    numbers: row.numbers === null ? null : decisionNumbers.parse(row.numbers),
  }));
};

export interface NewAct {
  readonly kind: DataExperimentAct["kind"];
  readonly chosen: number | null;
  readonly reason: string;
  readonly numbers: DataExperimentAct["numbers"];
  readonly userId: string;
  readonly at: Date;
}

/** The caller holds the experiment, so that numbers follow each other. */
export const insertAct = async (tx: Tx, experimentId: string, act: NewAct): Promise<void> => {
  const numbers = act.numbers === null ? null : JSON.stringify(act.numbers);
  await sql`
    insert into data_experiment_act (experiment_id, number, kind, chosen, reason, numbers, acted_by, acted_at)
    select ${experimentId}, coalesce(max(number), 0) + 1, ${act.kind}, ${act.chosen}::smallint, ${act.reason},
      ${numbers}::jsonb, ${act.userId}, ${act.at}
    from data_experiment_act where experiment_id = ${experimentId}`.execute(tx);
};
