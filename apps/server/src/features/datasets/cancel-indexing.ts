import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { setDatasetStatus } from "./dataset.store.ts";
import { datasetSubject, lockToChange } from "./dataset-access.ts";
import type { DatasetsDeps } from "./datasets-deps.ts";
import { endRun, findLivingRun } from "./index-run.store.ts";

/**
 * Takes effect at the next step, when the worker checks whether the run is still active. The newest complete version
 * stays.
 */
export const cancelIndexing = ({ db }: Pick<DatasetsDeps, "db">, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, id);
    const run = await findLivingRun(tx, id);
    if (!run) throw new DomainError("conflict", `${row.name} is not being read`);
    await endRun(tx, run.id, { status: "Cancelled", at: context.at });
    await setDatasetStatus(tx, id, row.version === null ? "Failed" : "Ready", context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_indexing",
      subjects: [datasetSubject(id)],
      meta: { run: run.id },
    });
  });
