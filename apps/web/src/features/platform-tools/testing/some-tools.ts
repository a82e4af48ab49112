import type { BulkLine, OpenHold, PaymentEvent, ServiceCredential } from "@dailies/contract";

const ID = "0198c0de-0000-7000-8000-000000000001";

export const MEI = "mei@customer.example";

export const aLine = (line: number, overrides: Partial<BulkLine> = {}): BulkLine => ({
  line,
  user_email: MEI,
  amount: 500,
  outcome: "ready",
  available_before: 1200,
  available_after: 1700,
  notes: [],
  ...overrides,
});

export const aHold = (hold: number, overrides: Partial<OpenHold> = {}): OpenHold => ({
  user_email: MEI,
  hold,
  amount: 120,
  held_at: "2026-11-14T08:00:00Z",
  project_id: null,
  task_id: "task-7",
  model: "motion-2",
  reference: null,
  ...overrides,
});

export const anEvent = (id: string, overrides: Partial<PaymentEvent> = {}): PaymentEvent => ({
  provider: "stripe",
  event_id: id,
  type: "invoice.paid",
  occurred_at: "2026-11-14T08:00:00Z",
  received_at: "2026-11-14T08:00:02Z",
  status: "applied",
  attempts: 1,
  error: null,
  ...overrides,
});

export const aCredential = (overrides: Partial<ServiceCredential> = {}): ServiceCredential => ({
  id: ID,
  key_id: "svc_7f3k2m",
  name: "render-farm",
  scopes: ["credits:write"],
  daily_credits: null,
  waiting: null,
  created_by: "ada",
  created_at: "2026-11-01T08:00:00Z",
  last_used_at: null,
  revoked_at: null,
  secrets: [{ version: 1, created_at: "2026-11-01T08:00:00Z", expires_at: null }],
  ...overrides,
});
