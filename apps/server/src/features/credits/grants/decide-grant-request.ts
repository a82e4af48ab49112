import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { notifyRequester } from "../../notifications/index.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { getEndUser } from "../customers/get-end-user.ts";
import { withIdempotencyKey } from "../with-idempotency-key.ts";
import { operatorSubject } from "./allowance.store.ts";
import { applyGrant, findGrantFault, type GrantInput, grantMeta } from "./apply-grant.ts";
import { type GrantAnswer, readAccount, subjectOf } from "./grant-credits.ts";
import { toGrantRequest } from "./grant-request.dto.ts";
import { decideRequest, type GrantRequestRow, getGrantRequest, lockGrantRequest } from "./grant-request.store.ts";
import { readAllowance } from "./read-allowance.ts";

export interface Decision {
  readonly id: string;
  readonly decision: "approved" | "rejected";
  readonly reason: string;
}

/**
 * Approves or rejects a grant request once; the requester may not decide. Repeating the same decision returns the same
 * result.
 */
export const decideGrantRequest = (
  deps: CreditsDeps,
  context: RequestContext,
  { id, decision, reason }: Decision,
): Promise<GrantAnswer & { operation_id: number }> => {
  const once = { call: "decide_grant", key: `${id}:${context.actor.userId}`, input: { decision, reason } };
  return withIdempotencyKey<GrantAnswer>(deps, context, once, async (tx, at) => {
    const request = await lockGrantRequest(tx, id);
    if (!request) throw new DomainError("not_found", "there is no such request");
    refuseUndecidable(request, context);
    const { requested_by: requestedBy } = request;
    await notifyRequester(tx, { id, what: "grant", decision, requestedBy, decidedBy: context.actor.username, at });
    const user = await getEndUser(tx, request.email);
    const grantInput = grantInputOf(request);
    const subjects = [subjectOf(user), `grant_request:${id}`] as const;
    const readOwn = () => readAllowance(tx, { username: context.actor.username, accountId: user.id, now: at });
    if (decision === "rejected") {
      await decideRequest(tx, id, { status: decision, by: context.actor.username, at, reason, grantSeq: null });
      const account = await readAccount(tx, user.id, at);
      const figures = { before: account.available, after: account.available };
      return {
        answer: {
          grant: null,
          account,
          request: toGrantRequest(await getGrantRequest(tx, id)),
          allowance: await readOwn(),
        },
        operation: {
          opType: "Reject_grant",
          subjects,
          reason,
          meta: { ...grantMeta(user.email, grantInput, figures), requested_by: request.requested_by },
        },
      };
    }
    const fault = findGrantFault(user, grantInput, at);
    if (fault !== undefined) throw new DomainError("conflict", `${fault}: reject the request, and ask anew`);
    // Two people created these credits, so no limit is in the way; they count for the requester's and the end user's sum.
    const creation = { creator: operatorSubject(request.requested_by), creatorLimit: null, userLimit: null, now: at };
    const given = await applyGrant(tx, user, grantInput, {
      key: `request:${id}`,
      actor: context.actor.username,
      creation,
    });
    if (typeof given === "string") throw new Error(`the approved request ${id} was refused by a limit`);
    const { lot, account, meta } = given;
    await decideRequest(tx, id, { status: decision, by: context.actor.username, at, reason, grantSeq: lot.lot });
    return {
      answer: {
        grant: lot,
        account,
        request: toGrantRequest(await getGrantRequest(tx, id)),
        allowance: await readOwn(),
      },
      operation: {
        opType: "Approve_grant",
        subjects,
        reason,
        meta: { ...meta, requested_by: request.requested_by, requested_reason: request.reason },
      },
    };
  });
};

const refuseUndecidable = (request: GrantRequestRow, { actor }: RequestContext): void => {
  if (request.status !== "pending") {
    throw new DomainError("conflict", `this request is ${request.status} already, by ${request.decided_by}`);
  }
  if (request.requested_by === actor.username) {
    throw new DomainError("conflict", "you cannot approve your own request: another administrator has to decide");
  }
};

const grantInputOf = (request: GrantRequestRow): GrantInput => ({
  amountCredits: Number(request.amount),
  category: request.category as GrantInput["category"],
  reason: request.reason,
  ticketUrl: request.ticket_url,
  expiresAt: request.expires_at,
});
