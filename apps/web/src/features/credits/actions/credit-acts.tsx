import {
  type CreditLot,
  creditsRoutes,
  type GrantRequest,
  grantBody,
  type grantReply,
  type PlanItem,
} from "@dailies/contract";
import { createContext, type ReactNode, use, useState } from "react";
import type { z } from "zod";
import { creditsCalls } from "../../../lib/api/clients/credits.ts";
import { type Once, useIdempotentMutation } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { useRenewCredits } from "../credits.queries.ts";

const KEY = { idempotency_key: true } as const;
const grantInput = grantBody.omit(KEY);
const voidInput = creditsRoutes.voidGrant.body.omit(KEY);
const unsubscribeInput = creditsRoutes.unsubscribe.body.omit(KEY).required({ mode: true });

export type GrantInput = z.output<typeof grantInput>;
export type VoidInput = z.output<typeof voidInput>;
export type UnsubscribeInput = z.output<typeof unsubscribeInput>;
type GrantReply = z.output<typeof grantReply>;

/** The result of the last action, shown until dismissed. */
export type Outcome = { email: string } & (
  | { kind: "granted"; lot: CreditLot; available: number }
  | { kind: "requested"; request: GrantRequest }
  | { kind: "voided"; amount: number; available: number }
  | { kind: "unsubscribed"; plan: PlanItem }
);

interface CreditActs {
  grant: Once<GrantInput, GrantReply>;
  voidGrant: Once<VoidInput, { voided: number }>;
  unsubscribe: Once<UnsubscribeInput, { plan: PlanItem }>;
  outcome: Outcome | undefined;
  setOutcome: (outcome: Outcome | undefined) => void;
}

const ActsContext = createContext<CreditActs | undefined>(undefined);

export const useCreditActs = (): CreditActs => {
  const acts = use(ActsContext);
  if (!acts) throw new Error("the acts live below CreditActsProvider");
  return acts;
};

const outcomeOf = ({ grant, request, account }: GrantReply, email: string): Outcome | undefined => {
  if (request?.status === "pending") return { kind: "requested", email, request };
  return grant ? { kind: "granted", email, lot: grant, available: account.available } : undefined;
};

/** Shared state of the actions on a user, so that every part of the screen knows which are pending. */
export const CreditActsProvider = ({ children }: { children: ReactNode }) => {
  const [outcome, setOutcome] = useState<Outcome>();
  const renew = useRenewCredits();
  const tell = (next: Outcome | undefined): void => {
    setOutcome(next);
    void renew();
  };
  const grant = useIdempotentMutation({
    act: "credits.grant",
    access: creditsRoutes.grantCredits.access,
    schema: grantInput,
    send: (body, key) => creditsCalls.grantCredits({ body: { ...body, idempotency_key: key } }),
    onDone: (reply, { user_email: email }) => tell(outcomeOf(reply, email)),
  });
  const voidGrant = useIdempotentMutation({
    act: "credits.void",
    access: creditsRoutes.voidGrant.access,
    schema: voidInput,
    send: (body, key) => creditsCalls.voidGrant({ body: { ...body, idempotency_key: key } }),
    onDone: ({ voided, account }, { user_email: email }) =>
      tell({ kind: "voided", email, amount: voided, available: account.available }),
  });
  const unsubscribe = useIdempotentMutation({
    act: "credits.unsubscribe",
    schema: unsubscribeInput,
    send: (body, key) => creditsCalls.unsubscribe({ body: { ...body, idempotency_key: key } }),
    onDone: ({ plan }, { user_email: email }) => tell({ kind: "unsubscribed", email, plan }),
  });
  return <ActsContext value={{ grant, voidGrant, unsubscribe, outcome, setOutcome }}>{children}</ActsContext>;
};
