import { setDatasetStatus } from "../../dataset.store.ts";
import { fingerprintSource } from "../../health/fingerprint-source.ts";
import { forgetMissing, listStagedKeys, replaceParts, reuseParts } from "../../index-part.store.ts";
import { endRun, findRunOfVersion, lockLivingRun, setFingerprint, setRunPlan } from "../../index-run.store.ts";
import type { Beat, IndexingDeps } from "../indexing-deps.ts";
import { listStaged, stagedKeyOf } from "../rows/staged-parts.ts";
import { refuseSourceFaults } from "../source-refusal.ts";
import { type OpenedRun, openRun, openSourceOf } from "./open-run.ts";

export type PlanOutcome = "over" | "unchanged" | "planned";

/** Lists what to read and reuses what earlier runs have read from identical bytes. */
export const planRun = async (deps: IndexingDeps, runId: string, beat: Beat): Promise<PlanOutcome> => {
  const opened = await openRun(deps, runId);
  if (!opened) return "over";
  const { dataset } = opened;
  const { ref, source } = await openSourceOf(deps, dataset);
  // Take the fingerprint before planning, so that a change in between is detected later and never missed.
  const fingerprint = await refuseSourceFaults(() => fingerprintSource(ref, beat.signal));
  const { parts } = await refuseSourceFaults(() => source.plan({ isHasty: false, signal: beat.signal }));
  const folder = deps.catalogue.folderKey(dataset.id);
  const identity = { kind: dataset.kind, layout: dataset.layout, readsMedia: deps.readsMedia };
  const rows = parts.map((part, number) => ({
    run_id: runId,
    part: number,
    objects: JSON.stringify(part.objects),
    staged_key: stagedKeyOf(folder, identity, part),
  }));
  const same = await findSameRun(
    deps,
    opened,
    rows.map((row) => row.staged_key),
  );
  if (same !== undefined) return finishUnchanged(deps, opened, { runId: same, fingerprint });
  const staged = await listStaged(deps, folder);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockLivingRun(tx, runId))) return "over";
    await replaceParts(tx, runId, rows);
    await reuseParts(tx, runId, dataset.id);
    await forgetMissing(tx, runId, staged);
    return (await setRunPlan(tx, runId, { partsTotal: rows.length, fingerprint })) ? "planned" : "over";
  });
};

/** The run of the newest version, if it had identical parts. */
const findSameRun = async (
  { db }: IndexingDeps,
  { dataset }: OpenedRun,
  keys: readonly string[],
): Promise<string | undefined> => {
  if (dataset.version === null) return undefined;
  const before = await findRunOfVersion(db, dataset.id, dataset.version);
  if (!before) return undefined;
  const known = await listStagedKeys(db, before.id);
  return known.length === keys.length && known.every((key, at) => key === keys[at]) ? before.id : undefined;
};

/** Nothing has changed: keep the newest version. */
const finishUnchanged = (
  { db, clock }: IndexingDeps,
  { run, dataset }: OpenedRun,
  same: { readonly runId: string; readonly fingerprint: string },
): Promise<PlanOutcome> =>
  db.transaction().execute(async (tx) => {
    const at = clock();
    if (!(await endRun(tx, run.id, { status: "Finished", at }))) return "over";
    await setFingerprint(tx, same.runId, same.fingerprint);
    await setDatasetStatus(tx, dataset.id, "Ready", at);
    return "unchanged";
  });
