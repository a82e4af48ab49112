import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { getVerification, verificationSubject } from "./start-verification.ts";
import { endVerification, findVerificationLocked, type Verification } from "./verification.store.ts";

/** The worker stops after the current shard; its results so far stay. */
export const cancelVerification = async (db: Db, context: RequestContext, id: string): Promise<Verification> => {
  await db.transaction().execute(async (tx) => {
    const run = await findVerificationLocked(tx, id);
    if (!run) throw new DomainError("not_found", "there is no such verification");
    if (!mayManageJobOf(context, run.startedBy))
      throw new DomainError("not_allowed", "only the user who started it can cancel it");
    if (run.status === "Cancelled") return;
    if (run.status !== "Waiting" && run.status !== "Running")
      throw new DomainError("conflict", "this verification has already ended");
    await endVerification(tx, id, { status: "Cancelled", at: context.at });
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_verification",
      subjects: [verificationSubject(id)],
      meta: { uri: run.uri, shards_done: run.shardsDone, shards_total: run.shardsTotal },
    });
  });
  return getVerification(db, id);
};
