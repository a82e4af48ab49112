import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { announceProgress } from "../announce-package.ts";
import { packageSubject } from "../package.rules.ts";
import { folderUri, mayChangePackage, noPackage, type RecordDeps } from "./package.dto.ts";
import { type LockedPackage, lockPackage, markPackageDeleted, setDeprecation } from "./package-record.store.ts";
import { listPackageUses, type PackageUse } from "./package-use.store.ts";

/** Locks the package for its creator or an administrator. All internal users may know that it exists. */
const lockToChange = async (tx: Tx, { actor }: RequestContext, id: string): Promise<LockedPackage> => {
  const row = await lockPackage(tx, id);
  if (!row) throw noPackage();
  if (!mayChangePackage(actor, row.createdBy))
    throw new DomainError("not_allowed", "only the creator of this package or an administrator may change it");
  return row;
};

/** The files stay as they are: a trainer that reads them goes on. */
export const deprecatePackage = (
  { db }: Pick<RecordDeps, "db">,
  context: RequestContext,
  { id, isDeprecated, reason }: { readonly id: string; readonly isDeprecated: boolean; readonly reason: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, id);
    if (row.status !== "Ready") throw new DomainError("conflict", "only a ready package can be deprecated");
    const after = isDeprecated ? reason : "";
    if (row.isDeprecated === isDeprecated && row.deprecationReason === after) return;
    await setDeprecation(tx, id, { at: isDeprecated ? context.at : null, reason: after });
    await announceProgress(tx, id);
    const { name, number } = row;
    await recordOperation(tx, auditActor(context), {
      opType: isDeprecated ? "Deprecate_package" : "Restore_package",
      subjects: [packageSubject(id)],
      meta: { name, number, reason: after },
    });
  });

const DELETABLE = ["Ready", "Failed", "Cancelled"];
const MAX_NAMED = 5;

/** The names of what uses a package, as the end of a sentence. */
const usesInWords = (uses: readonly PackageUse[]): string => {
  const named = uses.slice(0, MAX_NAMED).map(({ kind, name }) => `the ${kind} ${JSON.stringify(name)}`);
  const more = uses.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
};

/**
 * The record stays; the sweep of packages removes the files. A dataset that is being registered in the folder of the package
 * holds its row, so it is either seen here or finds the package deleted.
 */
export const deletePackage = (deps: RecordDeps, context: RequestContext, id: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, id);
    if (row.status === "Deleted") return;
    if (!DELETABLE.includes(row.status))
      throw new DomainError("conflict", "this package is not finished: cancel it or wait for its end");
    const uses = await listPackageUses(tx, folderUri(deps, row.folder));
    if (uses.length > 0) throw new DomainError("conflict", `this package is used by ${usesInWords(uses)}`);
    await requireUnused(tx, context.actor, { kind: "package", id });
    await markPackageDeleted(tx, id);
    await announceProgress(tx, id);
    const { name, number, status } = row;
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_package",
      subjects: [packageSubject(id)],
      meta: { name, number, before: status },
    });
  });
