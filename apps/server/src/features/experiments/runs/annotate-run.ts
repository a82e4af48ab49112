import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { noSuchRun } from "../logging/log-batch.ts";
import { insertColumns } from "./experiment.store.ts";
import { lockRunRow, updateRunRow } from "./run.store.ts";

export interface Annotation {
  readonly expectRevision: number;
  readonly notes: string | undefined;
  readonly tags: Readonly<Record<string, string>> | undefined;
}

/** Any internal user may write notes and tags; nobody overwrites what they have not seen. */
export const annotateRun = (db: Db, context: RequestContext, runId: string, annotation: Annotation): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const run = await lockRunRow(tx, runId);
    if (!run) throw noSuchRun();
    if (run.revision !== annotation.expectRevision) {
      throw new DomainError("conflict", "someone else changed this run; look at it again");
    }
    const { notes, tags } = annotation;
    if (tags && run.source_id !== null) {
      throw new DomainError("conflict", "the tags of this run are changed where it was logged");
    }
    await updateRunRow(tx, runId, { ...(notes !== undefined && { notes }), ...(tags && { tags }) });
    if (tags) await insertColumns(tx, run.experiment_id, "tag", Object.keys(tags));
    await recordOperation(tx, auditActor(context), {
      opType: "Annotate_experiment_run",
      subjects: [`experiment-run:${runId}`],
      meta: { name: run.name, has_notes: notes !== undefined, tags: tags ?? null },
    });
  });
