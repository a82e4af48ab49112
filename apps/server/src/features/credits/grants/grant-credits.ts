import type { CreditAccount, CreditLot, GrantAllowance, GrantRequest } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { requireFreshSignIn } from "../../../fresh-sign-in.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Operation } from "../../operation-log/index.ts";
import { toAccount } from "../credit.dto.ts";
import { type CreditsDeps, typedEmailLimit } from "../credits-deps.ts";
import { type EndUserRow, normalizeEmail } from "../customers/end-user.store.ts";
import { getEndUser } from "../customers/get-end-user.ts";
import { getAccount } from "../ledger/account.store.ts";
import { withIdempotencyKey } from "../with-idempotency-key.ts";
import { operatorSubject } from "./allowance.store.ts";
import { applyGrant, findGrantFault, type GrantInput, grantMeta } from "./apply-grant.ts";
import { toGrantRequest } from "./grant-request.dto.ts";
import { getGrantRequest, insertGrantRequest } from "./grant-request.store.ts";
import { readAllowance, readGrantLimit } from "./read-allowance.ts";

export interface GrantCreditsInput extends GrantInput {
  readonly email: string;
  readonly typedEmail: string | undefined;
  readonly key: string;
}

export interface GrantAnswer {
  readonly grant: CreditLot | null;
  readonly account: CreditAccount;
  readonly request: GrantRequest | null;
  readonly allowance: GrantAllowance;
}

const plainAddress = (address: string): string => normalizeEmail(address.trim()).toLowerCase();

const inputOf = ({ email, amountCredits, category, reason, ticketUrl, expiresAt }: GrantCreditsInput) => ({
  email: plainAddress(email),
  amountCredits,
  category,
  reason,
  ticketUrl,
  expiresAt: expiresAt?.toISOString() ?? null,
});

export const subjectOf = ({ id }: Pick<EndUserRow, "id">) => `end_user:${id}` as const;

/**
 * Grants credits once per idempotency key. Creates a grant request for a second person instead when the operator or the end
 * user would get above the limit of 24 hours.
 */
export const grantCredits = (
  deps: CreditsDeps,
  context: RequestContext,
  input: GrantCreditsInput,
): Promise<GrantAnswer & { operation_id: number }> =>
  withIdempotencyKey<GrantAnswer>(
    deps,
    context,
    { call: "grant_credits", key: input.key, input: inputOf(input) },
    async (tx, at) => {
      const user = await getEndUser(tx, input.email);
      const fault = findGrantFault(user, input, at);
      if (fault !== undefined) throw new DomainError("invalid", fault);
      const typeEmailAbove = typedEmailLimit(deps);
      if (input.amountCredits > typeEmailAbove && plainAddress(input.typedEmail ?? "") !== plainAddress(user.email)) {
        throw new DomainError(
          "invalid",
          `above ${typeEmailAbove} credits, type the address of the end user to confirm it`,
        );
      }
      const { username } = context.actor;
      const limit = await readGrantLimit(tx);
      const creation = { creator: operatorSubject(username), creatorLimit: limit, userLimit: limit, now: at };
      const given = await applyGrant(tx, user, input, { key: `grant:${input.key}`, actor: username, creation });
      const allowance = await readAllowance(tx, { username, accountId: user.id, now: at });
      if (typeof given === "string") {
        const { request, operation } = await requestGrant(tx, context, user, input, { key: `grant:${input.key}`, at });
        return { answer: { grant: null, account: await readAccount(tx, user.id, at), request, allowance }, operation };
      }
      const { lot, account, meta } = given;
      const operation = { opType: "Grant_credits", subjects: [subjectOf(user)] as const, meta, reason: input.reason };
      return { answer: { grant: lot, account, request: null, allowance }, operation };
    },
  );

export const readAccount = async (db: Db, accountId: bigint, now: Date): Promise<CreditAccount> =>
  toAccount(await getAccount(db, accountId, now));

const requestGrant = async (
  tx: Tx,
  context: RequestContext,
  user: EndUserRow,
  grantInput: GrantInput,
  { key, at }: { key: string; at: Date },
): Promise<{ request: GrantRequest; operation: Operation }> => {
  requireFreshSignIn(context);
  const id = newId();
  await insertGrantRequest(tx, newRequest(id, user, grantInput, { key, at, by: context.actor.username }));
  const request = toGrantRequest(await getGrantRequest(tx, id));
  return { request, operation: requestOperation(id, user, grantInput, await readAccount(tx, user.id, at)) };
};

export const newRequest = (
  id: string,
  user: Pick<EndUserRow, "id">,
  grantInput: GrantInput,
  { key, at, by }: { key: string; at: Date; by: string },
) => ({
  id,
  user_id: user.id,
  amount: BigInt(grantInput.amountCredits),
  category: grantInput.category,
  reason: grantInput.reason,
  ticket_url: grantInput.ticketUrl,
  expires_at: grantInput.expiresAt,
  key,
  requested_by: by,
  requested_at: at,
});

/** The operation log entry of a request: the balance has not changed yet. */
export const requestOperation = (
  id: string,
  user: Pick<EndUserRow, "id" | "email">,
  grantInput: GrantInput,
  { available }: Pick<CreditAccount, "available">,
): Operation => ({
  opType: "Request_grant",
  subjects: [subjectOf(user), `grant_request:${id}`],
  meta: { ...grantMeta(user.email, grantInput, { before: available, after: available }), request: id },
  reason: grantInput.reason,
});
