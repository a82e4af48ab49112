import { DomainError } from "../../../errors.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { subjectOf } from "./create-profile.ts";
import { countDatasets, lockProfile, markProfileDeleted } from "./profile.store.ts";

/** Deletes a profile that no dataset uses, with its secret. */
export const deleteProfile = ({ db }: Pick<StorageDeps, "db">, context: AuditContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockProfile(tx, id);
    if (!row) throw new DomainError("not_found", "there is no such storage profile");
    const datasets = await countDatasets(tx, id);
    if (datasets > 0) throw new DomainError("conflict", `${datasets} datasets lie in ${row.name}, remove them first`);
    await markProfileDeleted(tx, id, context.at);
    const { name, endpoint, bucket, prefix } = row;
    const meta = { name, endpoint, bucket, prefix };
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_storage_profile",
      subjects: [subjectOf(id)],
      meta,
    });
  });
