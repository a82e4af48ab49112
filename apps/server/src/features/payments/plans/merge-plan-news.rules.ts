import type { PLAN_STATUSES } from "@dailies/contract";

type PlanStatus = (typeof PLAN_STATUSES)[number];

interface Report {
  readonly status: PlanStatus;
  /** The provider itself says that it has ended: no report, however new, can say otherwise. */
  readonly isFinal?: boolean;
  readonly toldAt: Date;
  readonly toldId: string;
}

/** An operator's request to end the subscription that the provider has not confirmed. */
interface OpenRequest {
  readonly mode: string;
  readonly requested_at: Date;
  readonly reported_status: string;
}

interface KnownPlan {
  readonly status: string;
  readonly told_at: Date;
  readonly told_id: string;
}

export interface PlanMerge {
  /**
   * `all`: the report as it is. `facts`: the report, but with the end that the operator requested. `earlier report`: what
   * was withheld while the request was open. `nothing`: the report is too old.
   */
  readonly takes: "all" | "facts" | "earlier report" | "nothing";
  readonly confirmsRequest: boolean;
}

/** The provider's clock and ours may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

const ENDED: ReadonlySet<string> = new Set(["cancelled", "expired"]);
const rankOf = (status: string): number => (ENDED.has(status) ? 2 : Number(status === "cancel_scheduled"));

/** Stripe's times are whole seconds: of two reports of one second the one that is closer to the end is the later one. */
const isStale = (known: KnownPlan, news: Report): boolean => {
  const difference = known.told_at.getTime() - news.toldAt.getTime() || rankOf(known.status) - rankOf(news.status);
  return difference > 0 || (difference === 0 && known.told_id > news.toldId);
};

/**
 * Decides what a report changes, so that every order of arrival leads to the same state. The end of a subscription is
 * final, whatever is reported later. While an operator's request is open, a report that does not know of it yet cannot undo
 * it.
 */
export const mergePlanNews = (known: KnownPlan, request: OpenRequest | undefined, news: Report): PlanMerge => {
  const reported = { ...known, status: request?.reported_status ?? known.status };
  const isOld = isStale(reported, news);
  if (ENDED.has(news.status)) {
    const isFirst = !ENDED.has(reported.status) && (news.isFinal === true || request !== undefined);
    return { takes: isFirst || !isOld ? "all" : "nothing", confirmsRequest: request !== undefined };
  }
  if (ENDED.has(reported.status)) return { takes: "nothing", confirmsRequest: false };
  if (!request) return { takes: isOld ? "nothing" : "all", confirmsRequest: false };
  return mergeWithRequest(request, news, isOld);
};

const mergeWithRequest = (request: OpenRequest, news: Report, isOld: boolean): PlanMerge => {
  const isScheduled = request.mode === "period_end" && news.status === "cancel_scheduled";
  if (!isScheduled) return { takes: isOld ? "nothing" : "facts", confirmsRequest: false };
  if (!isOld) return { takes: "all", confirmsRequest: true };
  // It was reported after the request, and so was something newer: the customer resumed the subscription since.
  const isAnswer = news.toldAt.getTime() >= request.requested_at.getTime() - CLOCK_SKEW_MS;
  return { takes: isAnswer ? "earlier report" : "nothing", confirmsRequest: isAnswer };
};
