import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { setDatasetStatus } from "./dataset.store.ts";
import { datasetSubject, lockToChange } from "./dataset-access.ts";
import type { DatasetsDeps } from "./datasets-deps.ts";
import { findLivingRun } from "./index-run.store.ts";
import { startRun } from "./start-run.ts";

/** Re-indexes a dataset; unchanged parts are reused. */
export const indexAgain = (
  { db }: Pick<DatasetsDeps, "db">,
  context: RequestContext,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, id);
    if (await findLivingRun(tx, id)) throw new DomainError("conflict", `${row.name} is being read already`);
    const runId = await startRun(tx, context, id, note);
    // A complete version stays visible while the next one is being made.
    if (row.version === null) await setDatasetStatus(tx, id, "Indexing", context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Index_dataset",
      subjects: [datasetSubject(id)],
      meta: { run: runId, note },
    });
  });
