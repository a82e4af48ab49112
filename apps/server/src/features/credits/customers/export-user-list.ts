import type { CreditMovement, OrderItem, PlanItem } from "@dailies/contract";
import { readDenseSlices } from "../../../platform/db/numbered-page.ts";
import { CSV_BEGINNING, type CsvField, toCsvRecord } from "../../../platform/write-csv.ts";
import { toMovement, toOrder } from "../credit.dto.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { findMovementSpan, listMovements, type TimeRange } from "../ledger/movement.store.ts";
import { getEndUser } from "./get-end-user.ts";
import { readPlans } from "./read-plans.ts";
import { ORDERS, PLANS, readTold } from "./reported-records.store.ts";

const ROWS_AT_ONCE = 1_000;

type Columns<Item> = Readonly<Record<string, (item: Item) => CsvField>>;

const MOVEMENT_COLUMNS: Columns<CreditMovement> = {
  seq: (it) => it.seq,
  at: (it) => it.at,
  type: (it) => it.type,
  amount: (it) => it.amount,
  reserved_change: (it) => it.reserved_change,
  available_before: (it) => it.available_before,
  available_after: (it) => it.available_after,
  reserved_after: (it) => it.reserved_after,
  lots: (it) => it.lots.map(({ lot, amount }) => `${lot}:${amount}`).join(" "),
  project_id: (it) => it.project_id,
  task_id: (it) => it.task_id,
  model: (it) => it.model,
  duration_s: (it) => it.duration_s,
  resolution: (it) => it.resolution,
  unit_price: (it) => it.unit_price,
  reference: (it) => it.reference,
  reason: (it) => it.reason,
  actor: (it) => it.actor,
};

const ORDER_COLUMNS: Columns<OrderItem> = {
  order_no: (it) => it.order_no,
  ordered_at: (it) => it.ordered_at,
  status: (it) => it.status,
  product_type: (it) => it.product.type,
  product_code: (it) => it.product.code,
  product_name: (it) => it.product.name,
  credits: (it) => it.credits,
  amount_minor: (it) => it.amount_minor,
  tax_minor: (it) => it.tax_minor,
  refunded_minor: (it) => it.refunded_minor,
  currency: (it) => it.currency,
  paid_at: (it) => it.paid_at,
  provider: (it) => it.provider,
  provider_ref: (it) => it.provider_ref,
  grant_id: (it) => it.grant_id,
};

const PLAN_COLUMNS: Columns<PlanItem> = {
  subscription_id: (it) => it.subscription_id,
  code: (it) => it.code,
  name: (it) => it.name,
  status: (it) => it.status,
  interval: (it) => it.interval,
  price_minor: (it) => it.price_minor,
  currency: (it) => it.currency,
  credits_per_period: (it) => it.credits_per_period,
  started_at: (it) => it.started_at,
  current_period_start: (it) => it.current_period_start,
  current_period_end: (it) => it.current_period_end,
  cancel_at: (it) => it.cancel_at,
  cancel_reason: (it) => it.cancel_reason,
  provider: (it) => it.provider,
  provider_ref: (it) => it.provider_ref,
  provider_cancellation: (it) => it.provider_cancellation?.state ?? null,
  provider_problem: (it) => it.provider_cancellation?.problem ?? null,
};

export interface EndUserExportQuery extends TimeRange {
  readonly email: string;
  readonly kind: "transaction" | "order" | "plan";
}

/** Streams the table as text with back-pressure: rows are read only as fast as the client consumes them. */
export const exportUserList = async (
  deps: Pick<CreditsDeps, "db" | "isStripeConfigured">,
  { email, kind, ...range }: EndUserExportQuery,
): Promise<AsyncGenerator<string>> => {
  const { db } = deps;
  const { id } = await getEndUser(db, email);
  if (kind === "order") return toTable(ORDER_COLUMNS, each(toOrder), readTold(db, ORDERS, id, range, ROWS_AT_ONCE));
  if (kind === "plan")
    return toTable(PLAN_COLUMNS, (rows) => readPlans(deps, rows), readTold(db, PLANS, id, range, ROWS_AT_ONCE));
  const span = await findMovementSpan(db, id, range);
  const slices = readDenseSlices(span, ROWS_AT_ONCE, (numbers) => listMovements(db, id, numbers));
  return toTable(MOVEMENT_COLUMNS, each(toMovement), slices);
};

const each =
  <Row, Item>(toItem: (row: Row) => Item) =>
  async (rows: Row[]): Promise<Item[]> =>
    rows.map(toItem);

async function* toTable<Row, Item>(
  columns: Columns<Item>,
  toItems: (rows: Row[]) => Promise<Item[]>,
  slices: AsyncGenerator<Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield CSV_BEGINNING + toCsvRecord(Object.keys(columns));
  for await (const rows of slices) {
    const items = await toItems(rows);
    yield items.map((item) => toCsvRecord(cells.map((cell) => cell(item)))).join("");
  }
}
