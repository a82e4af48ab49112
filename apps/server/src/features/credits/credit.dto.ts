import type {
  CreditAccount,
  CreditLot,
  CreditMovement,
  EndUser,
  OrderItem,
  PlanItem,
  ProjectItem,
  ProviderCancellation,
} from "@dailies/contract";
import { obstacleOf } from "./cancellations/cancellation.rules.ts";
import type { CancellationRow } from "./cancellations/cancellation.store.ts";
import type { EndUserRow } from "./customers/end-user.store.ts";
import type { OrderRow, PlanRow, ProjectRow } from "./customers/reported-records.store.ts";
import type { AccountRow } from "./ledger/account.store.ts";
import type { LotRow } from "./ledger/lot.store.ts";
import type { MovementRow } from "./ledger/movement.store.ts";

export const toEndUser = (row: EndUserRow): EndUser => ({
  email: row.email,
  name: row.name,
  status: row.status as EndUser["status"],
  has_consented: row.has_consented,
  created_at: row.created_at.toISOString(),
  seen_at: row.seen_at.toISOString(),
});

export const toAccount = (row: AccountRow): CreditAccount => ({
  available: Number(row.available),
  reserved: Number(row.reserved),
  lifetime_granted: Number(row.lifetime_granted),
  lifetime_consumed: Number(row.lifetime_consumed),
  expiring_30d: Number(row.expiring),
});

export const toLot = (row: LotRow): CreditLot => ({
  lot: Number(row.seq),
  category: row.category as CreditLot["category"],
  granted: Number(row.granted),
  remaining: Number(row.remaining),
  reserved: Number(row.reserved),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  reason: row.memo.reason ?? "",
  actor: row.actor,
});

export const toMovement = (row: MovementRow): CreditMovement => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  type: row.kind,
  amount: Number(row.d_available),
  reserved_change: Number(row.d_reserved),
  available_before: Number(row.available - row.d_available),
  available_after: Number(row.available),
  reserved_before: Number(row.reserved - row.d_reserved),
  reserved_after: Number(row.reserved),
  ref: row.ref === null ? null : Number(row.ref),
  lots: (row.lots ?? []).map((lot, index) => ({ lot: Number(lot), amount: Number(row.amounts?.[index] ?? 0) })),
  project_id: row.memo.project_id ?? null,
  task_id: row.memo.task_id ?? null,
  model: row.memo.model ?? null,
  duration_s: row.memo.duration_s ?? null,
  resolution: row.memo.resolution ?? null,
  unit_price: row.memo.unit_price ?? null,
  reference: row.memo.reference ?? null,
  reason: row.memo.reason ?? "",
  actor: row.actor,
});

export const toOrder = (row: OrderRow): OrderItem => ({
  order_no: row.order_no,
  product: {
    type: row.product_type as OrderItem["product"]["type"],
    code: row.product_code,
    name: row.product_name,
  },
  credits: Number(row.credits),
  amount_minor: Number(row.amount_minor),
  currency: row.currency,
  tax_minor: Number(row.tax_minor),
  status: row.status as OrderItem["status"],
  provider: row.provider,
  provider_ref: row.provider_ref,
  ordered_at: row.ordered_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  refunded_minor: Number(row.refunded_minor),
  grant_id: row.grant_seq === null ? null : Number(row.grant_seq),
});

export interface PlanAtProvider {
  readonly cancellation: CancellationRow | undefined;
  readonly isStripeConfigured: boolean;
}

const toProviderCancellation = (row: CancellationRow): ProviderCancellation => ({
  state: row.state as ProviderCancellation["state"],
  mode: row.mode as ProviderCancellation["mode"],
  requested_at: row.requested_at.toISOString(),
  attempts: row.attempts,
  problem: row.problem as ProviderCancellation["problem"],
  detail: row.detail,
});

export const toPlan = (row: PlanRow, { cancellation, isStripeConfigured }: PlanAtProvider): PlanItem => ({
  subscription_id: row.id,
  code: row.code,
  name: row.name,
  interval: row.billing_interval as PlanItem["interval"],
  price_minor: Number(row.price_minor),
  currency: row.currency,
  credits_per_period: Number(row.credits_per_period),
  status: row.status as PlanItem["status"],
  started_at: row.started_at.toISOString(),
  current_period_start: row.current_period_start.toISOString(),
  current_period_end: row.current_period_end.toISOString(),
  cancel_at: row.cancel_at?.toISOString() ?? null,
  cancel_reason: row.cancel_reason,
  provider: row.provider,
  provider_ref: row.provider_ref,
  is_provider_connected: obstacleOf(row, isStripeConfigured) === undefined,
  provider_cancellation: cancellation ? toProviderCancellation(cancellation) : null,
});

export const toProject = (row: ProjectRow, ownerEmail: string): ProjectItem => ({
  id: row.id,
  name: row.name,
  owner_email: ownerEmail,
  task_count: Number(row.task_count),
  credits_spent: Number(row.credits_spent),
  created_at: row.created_at.toISOString(),
  last_activity: row.last_activity_at.toISOString(),
});
