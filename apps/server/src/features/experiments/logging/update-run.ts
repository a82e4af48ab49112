import { isDeepStrictEqual } from "node:util";
import { type ExperimentRunStatus, MAX_RUN_PARAMS, MAX_RUN_TAGS } from "@dailies/contract";
import type { ServiceCaller } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { insertColumns } from "../runs/experiment.store.ts";
import { type LockedRun, lockRunRow, touchRun, updateRunRow } from "../runs/run.store.ts";
import { type ParamValue, toParamTexts } from "./create-run.ts";
import { noSuchRun } from "./log-batch.ts";

export interface RunUpdate {
  readonly status: ExperimentRunStatus | undefined;
  readonly endedAt: Date | undefined;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** Ends or resumes a run, and adds to its parameters and tags. Repeating it changes nothing. */
export const updateRun = (
  db: Db,
  service: ServiceCaller,
  { runId, update, at }: { readonly runId: string; readonly update: RunUpdate; readonly at: Date },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const run = await lockRunRow(tx, runId);
    if (run?.credential_id !== service.credentialId) throw noSuchRun();
    const params = joinParams(run, toParamTexts(update.params));
    const tags = { ...run.tags, ...update.tags };
    if (Object.keys(tags).length > MAX_RUN_TAGS) {
      throw new DomainError("conflict", `a run has at most ${MAX_RUN_TAGS} tags`);
    }
    const status = update.status === run.status ? undefined : update.status;
    const ended = status && { status, endedAt: status === "Running" ? null : endOf(update, at) };
    const isChanged = status !== undefined || !isDeepStrictEqual([params, tags], [run.params, run.tags]);
    if (isChanged) await updateRunRow(tx, runId, { params, tags, ...ended });
    await insertColumns(tx, run.experiment_id, "param", Object.keys(update.params));
    await insertColumns(tx, run.experiment_id, "tag", Object.keys(update.tags));
    await touchRun(tx, runId, at);
  });

/** A clock that is ahead must not end a run in the future. */
const endOf = ({ endedAt }: RunUpdate, at: Date): Date => (endedAt && endedAt < at ? endedAt : at);

/** A parameter says how a run was made: it is never changed afterwards. */
const joinParams = (run: LockedRun, more: Readonly<Record<string, string>>): Record<string, string> => {
  const changed = Object.keys(more).find((key) => Object.hasOwn(run.params, key) && run.params[key] !== more[key]);
  if (changed !== undefined) throw new DomainError("conflict", `the parameter '${changed}' has another value already`);
  const params = { ...run.params, ...more };
  if (Object.keys(params).length > MAX_RUN_PARAMS) {
    throw new DomainError("conflict", `a run has at most ${MAX_RUN_PARAMS} parameters`);
  }
  return params;
};
