import type { serviceApiRoutes } from "@dailies/contract";
import type { z } from "zod";
import type { OrderNews, PlanNews } from "../payments/index.ts";
import type { FavoriteColumns, TaskColumns } from "./content-news.store.ts";

type Routes = typeof serviceApiRoutes;
type Body<K extends keyof Routes> = z.output<Routes[K]["body"]>;

const dateOf = (moment: string | undefined): Date | undefined => (moment === undefined ? undefined : new Date(moment));

export const toTaskColumns = (body: Body<"upsertProjectTask">, toldAt: Date): TaskColumns => ({
  parent_task_id: body.parent_task_id ?? null,
  type: body.type,
  status: body.status,
  model: body.model,
  prompt: body.prompt,
  inputs: JSON.stringify(body.inputs),
  outputs: JSON.stringify(body.outputs),
  params: JSON.stringify(body.params),
  seed: body.seed === undefined ? null : BigInt(body.seed),
  credits: BigInt(body.credits),
  error: body.error ?? null,
  created_at: new Date(body.created_at),
  started_at: dateOf(body.started_at) ?? null,
  finished_at: dateOf(body.finished_at) ?? null,
  told_at: toldAt,
});

/** An administrator's decision stays, unless the product overrides it explicitly. */
export const toFavoriteColumns = (body: Body<"upsertFavorite">, toldAt: Date): FavoriteColumns => ({
  source: body.source,
  assets_type: body.assets_type,
  visibility: body.visibility,
  project_id: body.project_id ?? null,
  task_id: body.task_id ?? null,
  output_index: body.output_index ?? null,
  ...(body.audit_status !== undefined && { audit_status: body.audit_status }),
  favorited_at: new Date(body.favorited_at),
  removed_at: body.removed ? toldAt : null,
  told_at: toldAt,
});

export const toOrderNews = (body: Body<"upsertOrder">, toldAt: Date): OrderNews => ({
  orderNo: body.order_no,
  product: body.product,
  credits: body.credits,
  status: body.status,
  creditsExpireAt: dateOf(body.credits_expire_at),
  amountMinor: body.amount_minor,
  currency: body.currency,
  taxMinor: body.tax_minor,
  provider: body.provider,
  providerRef: body.provider_ref,
  orderedAt: new Date(body.ordered_at),
  paidAt: dateOf(body.paid_at),
  refundedMinor: body.refunded_minor,
  toldAt,
  toldId: "",
});

export const toPlanNews = (body: Body<"upsertPlan">, toldAt: Date): PlanNews => ({
  id: body.subscription_id,
  code: body.code,
  name: body.name,
  interval: body.interval,
  status: body.status,
  priceMinor: body.price_minor,
  currency: body.currency,
  creditsPerPeriod: body.credits_per_period,
  startedAt: new Date(body.started_at),
  periodStart: new Date(body.current_period_start),
  periodEnd: new Date(body.current_period_end),
  cancelAt: dateOf(body.cancel_at),
  cancelReason: body.cancel_reason,
  provider: body.provider,
  providerRef: body.provider_ref,
  toldAt,
  toldId: "",
});
