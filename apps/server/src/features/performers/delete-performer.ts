import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { requireUnused } from "../lineage/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { subjectOf } from "./create-performer.ts";
import { countOpenCalls, lockPerformerRow, markPerformerDeleted } from "./performers.store.ts";
import type { RegistryDeps } from "./performers-deps.ts";

/** Deletes a performer and its secret. Past jobs keep its name. */
export const deletePerformer = ({ db }: Pick<RegistryDeps, "db">, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockPerformerRow(tx, id);
    if (!row) throw new DomainError("not_found", "there is no such performer");
    await requireUnused(tx, context.actor, { kind: "performer", id }, "disable it instead");
    const calls = await countOpenCalls(tx, id);
    if (calls > 0) {
      throw new DomainError("conflict", `${row.name} still has ${calls} calls under way, disable it and try later`);
    }
    await markPerformerDeleted(tx, id, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_performer",
      subjects: [subjectOf(id)],
      meta: { name: row.name, adapter: row.adapter, endpoint: row.endpoint, model: row.model, version: row.version },
    });
  });
