import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { announceProgress } from "../announce-package.ts";
import { packageRemovalWorkflowId, packageSubject, packageVerificationWorkflowId } from "../package.rules.ts";
import { beginVerification, endUnfinished } from "../package-state.store.ts";
import type { PackagesDeps } from "../packages-deps.ts";
import { mayChangePackage, requirePackage } from "../records/package.dto.ts";

/** Removes the objects of a package that nobody may read any more, in the background. */
export const enqueueObjectRemoval = (tx: Tx, packageId: string, requestId: string): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "removePackage",
    workflowId: packageRemovalWorkflowId(packageId),
    input: { packageId },
    requestId,
  });

/** Takes effect at once in the record; a worker notices it before it stores or registers its next shard. */
export const cancelPackage = async (
  { db }: Pick<PackagesDeps, "db">,
  context: RequestContext,
  id: string,
): Promise<void> => {
  const found = await requirePackage({ db }, id);
  if (!(mayChangePackage(context.actor, found.createdBy) || mayManageJobOf(context, found.createdBy)))
    throw new DomainError("not_allowed", "only the person who made this package or an administrator may cancel it");
  await db.transaction().execute(async (tx) => {
    if (found.status === "Cancelled") return;
    if (!(await endUnfinished(tx, id, { status: "Cancelled", error: null, at: context.at })))
      throw new DomainError("conflict", "this package is not being written any more");
    await announceProgress(tx, id);
    await enqueueObjectRemoval(tx, id, context.requestId);
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_package",
      subjects: [packageSubject(id)],
      meta: { name: found.name, number: found.number, shards_done: found.shardsDone },
    });
  });
};

/** Reads all shards of a ready package again, in the background. It stays ready; what is wrong is kept as its error. */
export const verifyPackage = async (
  { db }: Pick<PackagesDeps, "db">,
  context: RequestContext,
  id: string,
): Promise<void> => {
  const found = await requirePackage({ db }, id);
  if (found.status !== "Ready") throw new DomainError("conflict", "only a package that is ready can be verified");
  await db.transaction().execute(async (tx) => {
    if (!(await beginVerification(tx, id, context.at)))
      throw new DomainError("conflict", "this package is being verified already");
    await enqueueWorkflow(tx, {
      workflowType: "verifyPackage",
      workflowId: packageVerificationWorkflowId(id, context.requestId),
      input: { packageId: id },
      requestId: context.requestId,
    });
    await recordOperation(tx, auditActor(context), {
      opType: "Verify_package",
      subjects: [packageSubject(id)],
      meta: { name: found.name, number: found.number },
    });
  });
};
