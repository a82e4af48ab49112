import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { type ExportRecord, findExport } from "./export.store.ts";

/** Exports of other users are reported as not found. */
export const getOwnExport = async (db: Db, actor: Actor, id: string): Promise<ExportRecord> => {
  const job = await findExport(db, id);
  if (!job || job.createdBy !== actor.userId) throw new DomainError("not_found", "there is no such export");
  return job;
};
