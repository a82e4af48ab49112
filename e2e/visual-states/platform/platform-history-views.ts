import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, onCall, refuseCall } from "../../fixtures/answers.ts";
import { callFrom } from "../../fixtures/call.ts";
import { ensureShownCustomer, SHOWN_CUSTOMER } from "../../fixtures/people/end-users.ts";
import type { View } from "../view.ts";

const addressOf = (search: string): string => `/#/platform/history${search}`;

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

/** One entry of each kind: a grant, once, and a browser's report. */
const actSomehow = async (page: Page): Promise<void> => {
  await ensureShownCustomer(page);
  await callFrom(page, "/admin/user/grant_credits", {
    user_email: SHOWN_CUSTOMER,
    amount: 120,
    category: "compensation",
    reason: "A job that failed twice",
    idempotency_key: "view:history",
  });
  await callFrom(page, "/admin/logger/operations", { op_type: "Export_sheet", meta: { target: "sheet:orders" } });
};

type Act = (page: Page) => Promise<unknown>;

const view = (name: string, search: string, look: Act, prepare?: Act): View => ({
  name: `history-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await actSomehow(page);
    await prepare?.(page);
    await page.goto(addressOf(search));
    await look(page);
  },
});

const answerVerify = (page: Page, reply: object): Promise<unknown> => {
  const head = { seq: 1842, hash: "9f3c".repeat(16), at: "2026-11-15T09:30:00Z" };
  const rest = { is_complete: false, broken_seq: null, is_known_sound: null, head };
  return answerCall(page, contract.operationLog.verifyOperations, { ...rest, ...reply });
};

const refuse = (page: Page): Promise<unknown> =>
  refuseCall(page, contract.operationLog.listOperations, "internal", "the history cannot be read");

const verify = (page: Page): Promise<void> => page.getByRole("button", { name: "Verify history" }).click();

/** The audit log in its main states. */
export const PLATFORM_HISTORY_VIEWS: readonly View[] = [
  view("list", "", (page) => seen(page, "Grant credits")),
  view("verified", "", async (page) => {
    await verify(page);
    await seen(page, /^Verified to #/);
  }),
  view("broken", "", async (page) => {
    await answerVerify(page, { checked_to: 36, broken_seq: 37 });
    await verify(page);
    await seen(page, "Chain broken at #37");
  }),
  view("walking", "", async (page) => {
    let slices = 0;
    const head = { seq: 1_000_000, hash: "9f3c".repeat(16), at: "2026-11-15T09:30:00Z" };
    const reply = { checked_to: 200_000, is_complete: false, broken_seq: null, is_known_sound: null, head };
    // The second request never gets a reply, so that the screenshot shows a verification in progress.
    await onCall(page, contract.operationLog.verifyOperations, (route) => {
      slices += 1;
      return slices === 1 ? route.fulfill({ json: reply }) : new Promise<void>(() => undefined);
    });
    await verify(page);
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "200000");
  }),
  view("entry", "?op=Grant_credits", async (page) => {
    await page
      .getByRole("row", { name: /Grant credits/ })
      .first()
      .click();
    await seen(page, "Changes");
  }),
  view("claim", "?op=Export_sheet", async (page) => {
    await page
      .getByRole("row", { name: /Export sheet/ })
      .first()
      .click();
    await seen(page, "Reported by a browser.");
  }),
  view("filter", "", async (page) => {
    await page.getByRole("button", { name: "Operation", exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Grant credits", exact: true })).toBeVisible();
  }),
  view("none-found", "?user=nobody", (page) => seen(page, "No entry matches")),
  view("failed", "", (page) => seen(page, "the history cannot be read"), refuse),
];
