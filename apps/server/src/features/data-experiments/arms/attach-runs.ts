import { MAX_ARM_RUNS, type ProposedRun } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { listRunDetails, listRunsNaming } from "../../experiments/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { experimentSubject, lockOpenExperiment, requireDataExperiment } from "../hold-data-experiment.ts";
import { updateDataExperiment } from "../questions/data-experiment.store.ts";
import { deleteAttachedRun, insertAttachedRuns, listArms, listAttachedRuns } from "./arm.store.ts";

export interface RunsOfArm {
  readonly position: number;
  readonly runIds: readonly string[];
}

/** A run counts for one arm only. Runs that are attached to this arm already are left as they are. */
export const attachRuns = (db: Db, context: RequestContext, id: string, input: RunsOfArm): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { question, arms } = await lockOpenExperiment(tx, id);
    const { position } = input;
    const arm = arms[position - 1];
    if (arm === undefined) throw new InvalidRequest("body", [{ message: "there is no such arm", path: ["position"] }]);
    const attached = await listAttachedRuns(tx, id);
    const known = new Map(attached.map((each) => [each.runId, each.position]));
    const runIds = [...new Set(input.runIds)].filter((runId) => known.get(runId) !== position);
    const elsewhere = runIds.find((runId) => known.has(runId));
    if (elsewhere !== undefined)
      throw new DomainError(
        "conflict",
        `a run is attached to the arm ${arms[(known.get(elsewhere) ?? 0) - 1]} already`,
      );
    if (runIds.length === 0) return;
    if (attached.filter((each) => each.position === position).length + runIds.length > MAX_ARM_RUNS)
      throw new DomainError("conflict", `an arm has at most ${MAX_ARM_RUNS} runs`);
    const found = await listRunDetails(tx, runIds);
    if (found.length < runIds.length) throw new DomainError("not_found", "there is no such run");
    await insertAttachedRuns(tx, { experimentId: id, position, runIds, userId: context.actor.userId, at: context.at });
    await updateDataExperiment(tx, id, { addedRuns: runIds.length });
    await recordOperation(tx, auditActor(context), {
      opType: "Attach_data_experiment_runs",
      subjects: [experimentSubject(id)],
      meta: { question, arm, runs: found.map(({ id: runId, name }) => ({ id: runId, name })) },
    });
  });

export const detachRun = (db: Db, context: RequestContext, id: string, runId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { question } = await lockOpenExperiment(tx, id);
    if (!(await deleteAttachedRun(tx, id, runId))) throw new DomainError("not_found", "this run is not attached");
    await updateDataExperiment(tx, id, { addedRuns: -1 });
    await recordOperation(tx, auditActor(context), {
      opType: "Detach_data_experiment_run",
      subjects: [experimentSubject(id)],
      meta: { question, run: runId },
    });
  });

/** Runs that name the package of an arm, so many of each arm. */
const MAX_PROPOSED = 50;

export const proposeRuns = async (db: Db, id: string): Promise<ProposedRun[]> => {
  await requireDataExperiment(db, id);
  const [arms, attached] = [await listArms(db, id), await listAttachedRuns(db, id)];
  const positions = new Map(
    arms.flatMap(({ packageId, position }) => (packageId === null ? [] : [[packageId, position]])),
  );
  const known = new Set(attached.map(({ runId }) => runId));
  const runs = await listRunsNaming(db, [...positions.keys()], MAX_PROPOSED);
  const named = runs.map((run) => ({ ...run, position: positions.get(run.package_id) ?? 0 }));
  // A run that read the data of two arms says nothing about either.
  const armsOf = (runId: string): number => named.filter((run) => run.id === runId).length;
  return named
    .filter((run) => !known.has(run.id) && armsOf(run.id) === 1)
    .map((run) => ({
      position: run.position,
      id: run.id,
      name: run.name,
      experiment_name: run.experiment_name,
      status: run.status,
      started_at: run.started_at.toISOString(),
    }));
};
