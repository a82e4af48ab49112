import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { UsedSet } from "../use-set.ts";
import {
  countVerifying,
  findVerification,
  findVerificationByRequest,
  insertVerification,
  type Verification,
} from "./verification.store.ts";
import { uniqueShards, verificationWorkflowId } from "./verify-set.rules.ts";

const MAX_UNDER_WAY = 5;

export interface VerificationInput {
  readonly shards: readonly number[] | undefined;
  readonly decodesSamples: boolean;
  readonly requestKey: string;
}

export const verificationSubject = (id: string): string => `sdv_verification:${id}`;

export const getVerification = async (db: Db, id: string): Promise<Verification> => {
  const run = await findVerification(db, id);
  if (!run) throw new DomainError("not_found", "there is no such verification");
  return run;
};

/** Idempotent per form id: a repeated request returns the verification started before. */
export const startVerification = async (
  db: Db,
  context: RequestContext,
  { handle, set }: UsedSet,
  input: VerificationInput,
): Promise<Verification> => {
  const before = await findVerificationByRequest(db, context.actor.userId, input.requestKey);
  if (before) return before;
  const shards = input.shards ? uniqueShards(input.shards) : null;
  const last = shards?.at(-1) ?? 0;
  if (shards && last >= set.table.shards)
    throw new DomainError("invalid", `there is no shard ${last}: the set has ${set.table.shards}`);
  const run = {
    id: newId(),
    uri: handle.uri,
    profileId: handle.profileId,
    handle: handle.id,
    indexTag: set.tag,
    shards,
    decodesSamples: input.decodesSamples,
    shardsTotal: shards?.length ?? set.table.shards,
    startedBy: context.actor.userId,
    requestKey: input.requestKey,
    at: context.at,
  };
  const id = await db.transaction().execute(async (tx) => {
    if ((await countVerifying(tx, context.actor.userId)) >= MAX_UNDER_WAY)
      throw new DomainError(
        "conflict",
        `${MAX_UNDER_WAY} of your verifications are under way: wait for one or cancel it`,
      );
    if (!(await insertVerification(tx, run)))
      return (await findVerificationByRequest(tx, context.actor.userId, input.requestKey))?.id ?? run.id;
    await enqueueWorkflow(tx, {
      workflowType: "verifySet",
      workflowId: verificationWorkflowId(run.id),
      input: { verificationId: run.id },
      requestId: context.requestId,
    });
    await recordOperation(tx, auditActor(context), {
      opType: "Verify_shards",
      subjects: [verificationSubject(run.id)],
      meta: { uri: run.uri, shards: shards?.length ?? null, decodes_samples: run.decodesSamples },
    });
    return run.id;
  });
  return getVerification(db, id);
};
