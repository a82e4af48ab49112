import { type Chance, idOf } from "./chance.rules.ts";
import { type DemoPack, PACKS, PLANS } from "./demo-words.rules.ts";

export const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

/** One request to the service API, with a lower bound of its effect on the balance. */
export interface Step {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Stores the movement number under this name, or reads it from there. */
  readonly keeps?: string;
  readonly takes?: { readonly name: string; readonly as: "hold" | "settle" };
}
export interface Episode {
  readonly atMs: number;
  readonly brings: number;
  readonly steps: readonly Step[];
}

export interface Life {
  readonly id: string;
  readonly email: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const order = (life: Life, n: number | string, atMs: number, product: DemoPack, options: object = {}): Step => ({
  path: "order/upsert",
  body: {
    order_no: `D-${life.id}-${n}`,
    user_email: life.email,
    credits: product.credits,
    product: { type: product.code.startsWith("pack") ? "credit_pack" : "plan", code: product.code, name: product.name },
    amount_minor: product.priceMinor,
    tax_minor: Math.round(product.priceMinor * 0.08),
    currency: "USD",
    status: "paid",
    provider: "demo",
    provider_ref: `demo_${life.id}_${n}`,
    ordered_at: iso(atMs),
    paid_at: iso(atMs + 20_000),
    occurred_at: iso(atMs + 20_000),
    ...options,
  },
});

/** Credit packs bought at random times; a few payments fail, a few are refunded. */
export const packEpisodes = (chance: Chance, life: Life, count: number): Episode[] =>
  Array.from({ length: count }, (_, n) => {
    const atMs = life.fromMs + chance.next() * (life.toMs - life.fromMs);
    const product = chance.pick(PACKS);
    const luck = chance.next();
    if (luck < 0.05) {
      return { atMs, brings: 0, steps: [order(life, n, atMs, product, { status: "failed", paid_at: undefined })] };
    }
    const bought: Episode = { atMs, brings: product.credits, steps: [order(life, n, atMs, product)] };
    const backMs = atMs + 2 * DAY_MS;
    if (luck > 0.06 || backMs > life.toMs) return bought;
    const back = { status: "refunded", refunded_minor: product.priceMinor, occurred_at: iso(backMs) };
    return { atMs, brings: 0, steps: [...bought.steps, order(life, n, atMs, product, back)] };
  });

/** A subscription from a random day on: one order per period, and its final state. */
export const planEpisodes = (chance: Chance, life: Life, interval: "month" | "year"): Episode[] => {
  const product = PLANS[interval];
  const lengthMs = (interval === "month" ? 30 : 365) * DAY_MS;
  const startMs = life.fromMs + chance.next() * 20 * DAY_MS;
  const isLeaving = chance.next() < 0.3;
  const endMs = isLeaving ? startMs + (life.toMs - startMs) * (0.4 + chance.next() * 0.6) : life.toMs;
  const episodes: Episode[] = [];
  let periodMs = startMs;
  for (let n = 0; startMs + n * lengthMs <= endMs; n += 1) {
    periodMs = startMs + n * lengthMs;
    const expiryMs = periodMs + 365 * DAY_MS;
    const good = expiryMs > life.toMs ? { credits_expire_at: iso(expiryMs) } : {};
    episodes.push({ atMs: periodMs, brings: product.credits, steps: [order(life, `p${n}`, periodMs, product, good)] });
  }
  const isOver = isLeaving && periodMs + lengthMs <= life.toMs;
  const running = isLeaving ? "cancel_scheduled" : "active";
  const cancel = isLeaving ? { cancel_at: iso(periodMs + lengthMs), cancel_reason: "paused for a while" } : {};
  const plan: Step = {
    path: "plan/upsert",
    body: {
      subscription_id: idOf(`plan ${life.id}`),
      user_email: life.email,
      code: product.code,
      name: product.name,
      interval,
      price_minor: product.priceMinor,
      currency: "USD",
      credits_per_period: product.credits,
      status: isOver ? "cancelled" : running,
      started_at: iso(startMs),
      current_period_start: iso(periodMs),
      current_period_end: iso(periodMs + lengthMs),
      ...cancel,
      provider: "demo",
      provider_ref: `demo_sub_${life.id}`,
      occurred_at: iso(Math.min(periodMs + 60_000, life.toMs)),
    },
  };
  return startMs > life.toMs ? [] : [...episodes, { atMs: periodMs, brings: 0, steps: [plan] }];
};
