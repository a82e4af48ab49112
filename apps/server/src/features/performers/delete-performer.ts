import { DomainError } from "../../errors.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { subjectOf } from "./create-performer.ts";
import { countUses, lockPerformerRow, markPerformerDeleted } from "./performers.store.ts";
import type { RegistryDeps } from "./performers-deps.ts";

/** Deletes a performer and its secret. Past jobs keep its name. */
export const deletePerformer = ({ db }: Pick<RegistryDeps, "db">, context: AuditContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockPerformerRow(tx, id);
    if (!row) throw new DomainError("not_found", "there is no such performer");
    const { columns, calls } = await countUses(tx, id);
    if (columns > 0) {
      throw new DomainError("conflict", `${row.name} is a column of ${columns} benchmarks, disable it instead`);
    }
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
