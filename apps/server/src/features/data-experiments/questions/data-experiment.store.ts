import type { DataExperimentState } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface DataExperimentRow {
  readonly id: string;
  readonly question: string;
  readonly hypothesis: string;
  readonly metric: string;
  readonly direction: "higher" | "lower";
  readonly minDifference: number;
  readonly state: DataExperimentState;
  readonly revision: number;
  readonly arms: string[];
  readonly runs: number;
  readonly chosen: number | null;
  readonly creator: string;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

const SELECTED = sql`
  select e.id, e.question, e.hypothesis, e.metric, e.direction, e.min_difference as "minDifference", e.state, e.revision,
    e.arms, e.runs, e.chosen, u.username as creator, e.created_at as "createdAt", e.decided_at as "decidedAt"
  from data_experiment e join console_user u on u.id = e.created_by`;

export interface DataExperimentsQuery {
  readonly state: DataExperimentState | undefined;
  readonly words: string | undefined;
  readonly limit: number;
  /** The experiment after which the page begins. */
  readonly after: string | undefined;
}

/** Newest first, one more than the limit. Ids are ordered by time. */
export const listDataExperiments = async (
  db: Db,
  { state, words, limit, after }: DataExperimentsQuery,
): Promise<DataExperimentRow[]> => {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (state !== undefined) conditions.push(sql<boolean>`e.state = ${state}`);
  if (after !== undefined) conditions.push(sql<boolean>`e.id < ${after}`);
  if (words) {
    const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql<boolean>`lower(e.question) like ${pattern}`);
  }
  const { rows } = await sql<DataExperimentRow>`
    ${SELECTED} where ${sql.join(conditions, sql` and `)} order by e.id desc limit ${limit + 1}`.execute(db);
  return rows;
};

export const findDataExperiment = async (db: Db, id: string): Promise<DataExperimentRow | undefined> =>
  (await sql<DataExperimentRow>`${SELECTED} where e.id = ${id}`.execute(db)).rows[0];

/** Holds the experiment until the transaction ends. */
export const lockDataExperiment = async (tx: Tx, id: string): Promise<DataExperimentRow | undefined> =>
  (await sql<DataExperimentRow>`${SELECTED} where e.id = ${id} for update of e`.execute(tx)).rows[0];

/** Takes a lock on the key, so that two equal requests cannot both find no experiment. */
export const findDataExperimentByRequest = async (
  tx: Tx,
  userId: string,
  requestKey: string,
): Promise<{ readonly id: string; readonly question: string } | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${requestKey}`}, 22))`.execute(tx);
  return tx
    .selectFrom("data_experiment")
    .select(["id", "question"])
    .where("created_by", "=", userId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
};

export interface NewDataExperiment {
  readonly id: string;
  readonly question: string;
  readonly hypothesis: string;
  readonly metric: string;
  readonly direction: "higher" | "lower";
  readonly minDifference: number;
  readonly arms: readonly string[];
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

export const insertDataExperiment = async (tx: Tx, experiment: NewDataExperiment): Promise<void> => {
  await tx
    .insertInto("data_experiment")
    .values({
      id: experiment.id,
      question: experiment.question,
      hypothesis: experiment.hypothesis,
      metric: experiment.metric,
      direction: experiment.direction,
      min_difference: experiment.minDifference,
      arms: [...experiment.arms],
      request_key: experiment.requestKey,
      created_by: experiment.createdBy,
      created_at: experiment.at,
    })
    .execute();
};

export interface DataExperimentChange {
  readonly state?: DataExperimentState;
  readonly chosen?: number | null;
  readonly decidedAt?: Date | null;
  /** Attached, or detached if negative. */
  readonly addedRuns?: number;
}

/** Every change has its own revision. */
export const updateDataExperiment = async (tx: Tx, id: string, change: DataExperimentChange): Promise<void> => {
  await tx
    .updateTable("data_experiment")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      ...(change.state !== undefined && {
        state: change.state,
        chosen: change.chosen ?? null,
        decided_at: change.decidedAt ?? null,
      }),
      ...(change.addedRuns !== undefined && { runs: eb("runs", "+", change.addedRuns) }),
    }))
    .where("id", "=", id)
    .execute();
};
