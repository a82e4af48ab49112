import type { PLAN_INTERVALS, PLAN_STATUSES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { EndUserRow } from "../credits/index.ts";
import { isKnownNewer } from "./news.rules.ts";
import { insertPlan, lockPlan, type PlanColumns, updatePlan } from "./plan.store.ts";

export interface PlanNews {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly interval: (typeof PLAN_INTERVALS)[number];
  readonly priceMinor: number;
  readonly currency: string;
  readonly creditsPerPeriod: number;
  readonly status: (typeof PLAN_STATUSES)[number];
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAt: Date | undefined;
  readonly cancelReason: string;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly toldAt: Date;
  readonly toldId: string;
}

const toColumns = (news: PlanNews, knownRef: string | null = null): PlanColumns => ({
  code: news.code,
  name: news.name,
  billing_interval: news.interval,
  currency: news.currency,
  price_minor: BigInt(news.priceMinor),
  credits_per_period: BigInt(news.creditsPerPeriod),
  status: news.status,
  current_period_start: news.periodStart,
  current_period_end: news.periodEnd,
  started_at: news.startedAt,
  cancel_at: news.cancelAt ?? null,
  cancel_reason: news.cancelReason,
  provider: news.provider,
  provider_ref: news.providerRef ?? knownRef,
  told_at: news.toldAt,
  told_id: news.toldId,
});

/** Applies a subscription update unless the stored state is newer. The caller has locked the user. */
export const tellPlan = async (tx: Tx, user: EndUserRow, news: PlanNews): Promise<boolean> => {
  if (news.periodEnd < news.periodStart) throw new DomainError("invalid", "the period ends before it starts");
  const known = await lockPlan(tx, news.id);
  if (known && known.user_id !== user.id)
    throw new DomainError("conflict", "this subscription belongs to another user");
  if (known && isKnownNewer(known, news)) return false;
  if (known) await updatePlan(tx, news.id, toColumns(news, known.provider_ref));
  else if (!(await insertPlan(tx, user.id, news.id, toColumns(news)))) {
    throw new DomainError("conflict", "another subscription already has this id or reference");
  }
  return true;
};
