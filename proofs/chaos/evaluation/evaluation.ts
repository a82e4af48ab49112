// Many raters judge at once while the API, the worker and the engines are killed, Redis is flushed and leases expire; then
// the tables are audited.
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { type OwnConsole, withOwnConsole } from "../harness/own-console.ts";
import { aPerson } from "../harness/own-database.ts";
import { describeRefusals, disturbWork, print } from "../harness/people-at-work.ts";
import { audit } from "./audit.ts";
import { judgeAll, nothingReported, type Reported } from "./rater.ts";
import { startJudging } from "./setup.ts";

export interface EvaluationChaos {
  readonly raters: number;
  readonly faultCount: number;
  readonly seed: number;
}

const VOTES_A_RATER = 20;

/** As if the raters had been away for longer than a lease lasts. */
const loseSome = async (db: Db, taskId: string): Promise<void> => {
  await sql`update evaluation_lease set expires_at = now() - interval '1 second'
    where task_id = ${taskId} and status = 'leased' and random() < 0.3`.execute(db);
};

const summarise = (
  { raters, faultCount, seed }: EvaluationChaos,
  reported: Reported,
  seconds: number,
  waits: number[],
  faults: number,
) => {
  print(
    `evaluation: ${raters} raters, ${faultCount} injected faults, seed ${seed}, ${seconds.toFixed(0)} s; ${reported.pace.done} answers acknowledged, ` +
      `${reported.undone.size} taken back, ${reported.sentAgain} sent twice on purpose, ${reported.draftsSeenAgain} drafts seen again; ` +
      `longest until all was back ${Math.max(0, ...waits).toFixed(1)} s; refused: ${describeRefusals(reported.refusals)}; ${faults} faults`,
  );
};

const runJudging = async (
  { db, origin, startWorker, faults }: OwnConsole,
  options: EvaluationChaos,
): Promise<boolean> => {
  const people = await Promise.all(Array.from({ length: options.raters }, () => aPerson(db)));
  const judged = await startJudging(db, origin, { raters: people, votes: options.raters * VOTES_A_RATER });
  await startWorker();
  const losing = { name: "a third lost from their hands", act: () => loseSome(db, judged.taskId) };
  const kinds = [faults.api, losing, faults.worker, faults.redis, faults.postgres];
  const reported = nothingReported();
  const began = performance.now();
  const ask = { origin, taskId: judged.taskId, reported, thinkMs: 100 };
  const judging = people.map((person, n) => judgeAll(person, { ...ask, seed: options.seed + n }));
  const size = { answers: judged.votes, faultCount: options.faultCount };
  const [waits] = await Promise.all([disturbWork(kinds, reported.pace, size), ...judging]);
  const found = await audit(db, judged, reported);
  for (const fault of found.slice(0, 20)) print(`  FAULT ${fault}`);
  summarise(options, reported, (performance.now() - began) / 1_000, waits, found.length);
  return found.length === 0;
};

export const chaosEvaluation = (options: EvaluationChaos): Promise<boolean> =>
  withOwnConsole("evaluation", (own) => runJudging(own, options));
