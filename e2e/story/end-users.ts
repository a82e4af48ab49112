import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { letMachineIn, type Machine } from "./service-calls.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const ago = (days: number, hours = 0): string => new Date(Date.now() - days * DAY_MS - hours * HOUR_MS).toISOString();
const ahead = (days: number): string => ago(-days);

export interface Customer {
  email: string;
  name: string;
}

/** Somebody with 1,200 credits from a welcome, and a plan that runs another 20 days. */
export const addCustomer = async (page: Page, name = "Mei Lin"): Promise<Customer> => {
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}.${Date.now().toString(36)}@customer.example`;
  const machine = await letMachineIn(page);
  await tellOfUser(machine, { email, name });
  await welcome(machine, email, 1200);
  await tellOfPlan(machine, email);
  return { email, name };
};

const tellOfUser = (machine: Machine, { email, name }: Customer): Promise<unknown> =>
  machine.tell("user/upsert", { email, name, has_consented: true, created_at: ago(600), occurred_at: ago(0, 2) });

const welcome = (machine: Machine, user_email: string, amount: number, at = ago(100)): Promise<unknown> =>
  machine.tell("credits/grant", {
    ...{ user_email, amount, category: "promo", reference: "welcome", expires_at: ahead(20) },
    ...{ idempotency_key: `welcome:${randomUUID()}`, occurred_at: at },
  });

const tellOfPlan = (machine: Machine, user_email: string): Promise<unknown> =>
  machine.tell("plan/upsert", {
    ...{ subscription_id: randomUUID(), user_email, code: "pro", name: "Pro", interval: "month" },
    ...{ price_minor: 2900, currency: "USD", credits_per_period: 1000, status: "active" },
    ...{ started_at: ago(190), current_period_start: ago(10), current_period_end: ahead(20) },
    ...{ provider: "stripe", provider_ref: `sub_${randomUUID()}`, occurred_at: ago(10) },
  });

const MODELS = ["wan-2.2", "kling-2.1", "veo-3"] as const;
const STATUSES = ["paid", "paid", "partially_refunded", "failed"] as const;

const tellOfOrder = (machine: Machine, user_email: string, place: number): Promise<unknown> => {
  const status = STATUSES[place % STATUSES.length] ?? "paid";
  const at = ago(95 - place * 20);
  return machine.tell("order/upsert", {
    ...{ order_no: `DL-${Date.now().toString(36).toUpperCase()}-${place}`, user_email, credits: 1000 },
    product: { type: "credit_pack", code: "pack-1000", name: "1,000 credits" },
    ...{ amount_minor: 990, currency: "USD", tax_minor: 158, status, provider: "stripe" },
    ...(status === "failed" ? {} : { paid_at: at }),
    refunded_minor: status === "partially_refunded" ? 300 : 0,
    ...{ provider_ref: `pi_${randomUUID()}`, ordered_at: at, occurred_at: at },
  });
};

interface Job {
  place: number;
  /** The second of a day runs after the first. */
  take: number;
  isOpen: boolean;
}

const runJob = async (machine: Machine, user_email: string, { place, take, isOpen }: Job): Promise<void> => {
  const model = MODELS[(place * 2 + Math.floor(place / 4) + take) % MODELS.length] ?? MODELS[0];
  const about = { model, project_id: "story_ferry", duration_s: 5, resolution: "1280x720", unit_price: 4 };
  const amount = 12 + ((place * 7 + take * 5) % 40);
  const daysAgo = 34 - place;
  const key = (step: string) => ({ user_email, idempotency_key: `${step}:${randomUUID()}` });
  const hold = await machine.tell<{ seq: number }>("credits/reserve", {
    ...{ ...key("hold"), amount: amount + 5, ...about, occurred_at: ago(daysAgo, 1 - take * 2) },
  });
  if (isOpen) return;
  await machine.tell("credits/settle", {
    ...{ ...key("settle"), hold: hold.seq, amount, ...about, occurred_at: ago(daysAgo, -take * 2) },
  });
};

/** The one in the pictures: a customer of two years with payments, jobs, a running one, and projects. */
export const SHOWN_CUSTOMER = "mei.lin@customer.example";

export const ensureShownCustomer = async (page: Page): Promise<void> => {
  const status = await page.evaluate(
    async (email) => (await fetch(`/api_v1/admin/user/credits/${email}?silent=true`)).status,
    SHOWN_CUSTOMER,
  );
  if (status === 200) return;
  const machine = await letMachineIn(page);
  await tellOfUser(machine, { email: SHOWN_CUSTOMER, name: "Mei Lin" });
  for (const [place, name] of ["The ferry at dawn", "Rain on glass", "Untitled"].entries()) {
    await machine.tell("project/upsert", {
      ...{ id: place === 0 ? "story_ferry" : `story_${place}`, user_email: SHOWN_CUSTOMER, name },
      ...{ created_at: ago(90 - place * 20), occurred_at: ago(9 - place) },
    });
  }
  for (const place of [0, 1, 2, 3]) await tellOfOrder(machine, SHOWN_CUSTOMER, place);
  await welcome(machine, SHOWN_CUSTOMER, 1500, ago(34, 2));
  await tellOfPlan(machine, SHOWN_CUSTOMER);
  const jobs = Array.from({ length: 34 }, (_, place) => place).filter((place) => place % 5 !== 3);
  for (const place of jobs) {
    await runJob(machine, SHOWN_CUSTOMER, { place, take: 0, isOpen: place === jobs.at(-1) });
    if (place % 3 === 0) await runJob(machine, SHOWN_CUSTOMER, { place, take: 1, isOpen: false });
  }
};
