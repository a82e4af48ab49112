import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { letMachineIn } from "./service-calls.ts";

const HOUR_MS = 3_600_000;

/** Credits held for a job of some hours ago that never ended. */
export const holdCredits = async (
  page: Page,
  user_email: string,
  { amount = 120, hoursAgo = 30 }: { amount?: number; hoursAgo?: number } = {},
): Promise<number> => {
  const machine = await letMachineIn(page);
  const { seq } = await machine.tell<{ seq: number }>("credits/reserve", {
    ...{ user_email, amount, model: "wan-2.2", task_id: `task-${randomUUID().slice(0, 8)}` },
    ...{
      idempotency_key: `hold:${randomUUID()}`,
      occurred_at: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
    },
  });
  return seq;
};
