import { auditActor, programContext } from "../../../../request-context.ts";
import { recordOperation } from "../../../operation-log/index.ts";
import { setDatasetStatus } from "../../dataset.store.ts";
import { datasetSubject } from "../../dataset-access.ts";
import { endRun } from "../../index-run.store.ts";
import type { IndexingDeps } from "../indexing-deps.ts";
import { openRun } from "./open-run.ts";

/** The previous complete version, if any, stays visible. */
export const failRun = async (deps: IndexingDeps, runId: string, words: string): Promise<void> => {
  const opened = await openRun(deps, runId);
  if (!opened) return;
  const { run, dataset } = opened;
  const at = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await endRun(tx, runId, { status: "Failed", at, error: words }))) return;
    await setDatasetStatus(tx, dataset.id, dataset.version === null ? "Failed" : "Ready", at);
    await recordOperation(tx, auditActor(programContext(run.started_by, `index-${runId}`, at)), {
      opType: "Fail_indexing",
      subjects: [datasetSubject(dataset.id)],
      meta: { run: runId, error: words.slice(0, 500) },
      result: "failed",
    });
  });
};
