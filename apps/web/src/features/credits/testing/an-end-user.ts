import type {
  CreditLot,
  CreditMovement,
  GrantAllowance,
  GrantRequest,
  OrderItem,
  PlanItem,
  ProjectItem,
} from "@dailies/contract";

/** Nothing of the limit of 24 hours is used. */
export const anAllowance = (overrides: { operator?: number; endUser?: number } = {}): GrantAllowance => {
  const until = "2026-11-16T10:05:00Z";
  const sum = (used = 0) => ({ used, until: used === 0 ? null : until });
  return { limit: 100_000, operator: sum(overrides.operator), end_user: sum(overrides.endUser) };
};

export const MEI = "mei@customer.example";

export const aLot = (lot: number, overrides: Partial<CreditLot> = {}): CreditLot => ({
  lot,
  category: "compensation",
  granted: 500,
  remaining: 500,
  reserved: 0,
  created_at: "2026-11-01T10:00:00Z",
  expires_at: null,
  reason: "a job that failed",
  actor: "ada",
  ...overrides,
});

export const aPlan = (overrides: Partial<PlanItem> = {}): PlanItem => ({
  subscription_id: "0198c0de-0000-7000-8000-00000000000a",
  code: "pro",
  name: "Pro",
  interval: "month",
  price_minor: 2900,
  currency: "USD",
  credits_per_period: 1000,
  status: "active",
  started_at: "2026-01-01T00:00:00Z",
  current_period_start: "2026-11-01T00:00:00Z",
  current_period_end: "2026-12-01T00:00:00Z",
  cancel_at: null,
  cancel_reason: "",
  provider: "stripe",
  provider_ref: "sub_1",
  is_provider_connected: true,
  provider_cancellation: null,
  ...overrides,
});

export const aMovement = (seq: number, overrides: Partial<CreditMovement> = {}): CreditMovement => ({
  seq,
  at: "2026-11-01T10:00:00Z",
  type: "grant",
  amount: 500,
  reserved_change: 0,
  available_before: 700,
  available_after: 1200,
  reserved_before: 0,
  reserved_after: 0,
  ref: null,
  lots: [{ lot: 1, amount: 500 }],
  project_id: null,
  task_id: null,
  model: null,
  duration_s: null,
  resolution: null,
  unit_price: null,
  reference: null,
  reason: "a job that failed",
  actor: "ada",
  ...overrides,
});

export const anOrder = (overrides: Partial<OrderItem> = {}): OrderItem => ({
  order_no: "O-1001",
  product: { type: "credit_pack", code: "pack-1000", name: "1,000 credits" },
  credits: 1000,
  amount_minor: 990,
  currency: "USD",
  tax_minor: 0,
  status: "paid",
  provider: "stripe",
  provider_ref: "pi_1",
  ordered_at: "2026-10-01T00:00:00Z",
  paid_at: "2026-10-01T00:00:05Z",
  refunded_minor: 0,
  grant_id: 1,
  ...overrides,
});

export const aProject = (overrides: Partial<ProjectItem> = {}): ProjectItem => ({
  id: "prj_ferry",
  name: "The ferry at dawn",
  owner_email: MEI,
  task_count: 12,
  credits_spent: 340,
  created_at: "2026-09-01T00:00:00Z",
  last_activity: "2026-11-10T00:00:00Z",
  ...overrides,
});

export const aRequest = (overrides: Partial<GrantRequest> = {}): GrantRequest => ({
  id: "0198c0de-0000-7000-8000-0000000000aa",
  user_email: MEI,
  amount: 250_000,
  category: "paid",
  reason: "yearly contract",
  ticket_url: null,
  expires_at: null,
  status: "pending",
  requested_by: "bob",
  requested_at: "2026-11-14T10:00:00Z",
  decided_by: null,
  decided_at: null,
  decided_reason: "",
  ...overrides,
});

/** The response of the account endpoint. */
export const anAccount = (overrides: { available?: number; lots?: CreditLot[]; plan?: PlanItem | null } = {}) => ({
  user: {
    email: MEI,
    name: "Mei Lin",
    status: "active",
    has_consented: true,
    created_at: "2025-03-01T00:00:00Z",
    seen_at: "2026-11-14T00:00:00Z",
  },
  account: {
    available: overrides.available ?? 1200,
    reserved: 80,
    lifetime_granted: 5000,
    lifetime_consumed: 3720,
    expiring_30d: 300,
  },
  lots: overrides.lots ?? [aLot(1), aLot(2, { remaining: 780, granted: 1000, reserved: 80, category: "paid" })],
  movements: [],
  plan: overrides.plan === undefined ? aPlan() : overrides.plan,
  limits: { type_email_above: 10_000, second_person_above: 100_000, allowance: anAllowance() },
});
