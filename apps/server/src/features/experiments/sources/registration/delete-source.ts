import { type AuditContext, auditActor } from "../../../../request-context.ts";
import { recordOperation } from "../../../operation-log/index.ts";
import type { RunSourcesDeps } from "../run-sources-deps.ts";
import { lockSource, markSourceDeleted } from "./source.store.ts";
import { noSource, subjectOf } from "./validate-source.ts";

/** Stops polling it and erases its login; the worker removes its runs from the list. Nothing changes at the source. */
export const deleteSource = ({ db }: RunSourcesDeps, context: AuditContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockSource(tx, id);
    if (!row) throw noSource();
    await markSourceDeleted(tx, id, context.at);
    const meta = { name: row.name, address: row.address };
    await recordOperation(tx, auditActor(context), { opType: "Delete_run_source", subjects: [subjectOf(id)], meta });
  });
