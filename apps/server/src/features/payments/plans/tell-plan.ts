import type { PLAN_INTERVALS, PLAN_STATUSES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import {
  type CancellationRow,
  confirmCancellation,
  type EndUserRow,
  findOpenCancellation,
  noteReported,
} from "../../credits/index.ts";
import { mergePlanNews, type PlanMerge } from "./merge-plan-news.rules.ts";
import { insertPlan, lockPlan, type PlanColumns, type PlanRow, updatePlan } from "./plan.store.ts";

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
  /** Set when the provider itself reports the end, so that a newer report of somebody else does not hide it. */
  readonly isFinal?: boolean;
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
export const tellPlan = async (tx: Tx, user: EndUserRow, news: PlanNews, at: Date): Promise<boolean> => {
  if (news.periodEnd < news.periodStart) throw new DomainError("invalid", "the period ends before it starts");
  const known = await lockPlan(tx, news.id);
  if (known && known.user_id !== user.id)
    throw new DomainError("conflict", "this subscription belongs to another user");
  if (known) return updateKnown(tx, known, news, at);
  if (!(await insertPlan(tx, user.id, news.id, toColumns(news)))) {
    throw new DomainError("conflict", "another subscription already has this id or reference");
  }
  return true;
};

const updateKnown = async (tx: Tx, known: PlanRow, news: PlanNews, at: Date): Promise<boolean> => {
  const request = await findOpenCancellation(tx, known.id);
  const { takes, confirmsRequest } = mergePlanNews(known, request, news);
  const columns = columnsOf(takes, known, news, request);
  if (columns) await updatePlan(tx, known.id, columns);
  if (request && confirmsRequest) await confirmCancellation(tx, request.id, at);
  else if (request && takes === "facts") await noteReported(tx, request.id, news);
  return columns !== undefined || confirmsRequest;
};

const columnsOf = (
  takes: PlanMerge["takes"],
  known: PlanRow,
  news: PlanNews,
  request: CancellationRow | undefined,
): Partial<PlanColumns> | undefined => {
  if (takes === "nothing") return undefined;
  const all = { ...toColumns(news, known.provider_ref), cancel_reason: reasonOf(known, news) };
  // Without a request a report is taken as it is, or not at all.
  if (takes === "all" || !request) return all;
  if (takes === "earlier report") {
    const { reported_status: status, reported_cancel_at: cancel_at } = request;
    return { status, cancel_at, ...(cancel_at === null && { cancel_reason: "" }) };
  }
  const end = request.mode === "now" ? known.cancel_at : news.periodEnd;
  return { ...all, status: known.status, cancel_at: end, cancel_reason: known.cancel_reason };
};

/** Stripe's own word for a cancellation that was requested. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["", "cancellation_requested"]);

/** An operator's reason says more than the provider's. */
const reasonOf = (known: PlanRow, { cancelAt, cancelReason }: PlanNews): string =>
  cancelAt !== undefined && SAYS_NOTHING.has(cancelReason) && known.cancel_reason !== ""
    ? known.cancel_reason
    : cancelReason;
