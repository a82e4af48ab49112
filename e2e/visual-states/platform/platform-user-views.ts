import { contract, type PlatformFlag } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { changeReply, refuseCall } from "../../fixtures/answers.ts";
import { ensureShownCustomer, SHOWN_CUSTOMER } from "../../fixtures/people/end-users.ts";
import type { View } from "../view.ts";

const addressOf = (search: string): string => `/#/platform/user${search}`;
const OF_SHOWN = `?user=${encodeURIComponent(SHOWN_CUSTOMER)}`;

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

type Act = (page: Page) => Promise<unknown>;

const view = (name: string, search: string, look: Act, prepare?: Act): View => ({
  name: `end-user-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await ensureShownCustomer(page);
    await prepare?.(page);
    await page.goto(addressOf(search));
    await look(page);
  },
});

const refuse = (page: Page): Promise<unknown> =>
  refuseCall(page, contract.credits.getCredits, "internal", "the ledger cannot be read");

const request = { mode: "now", requested_at: "2026-11-14T10:00:00Z", attempts: 1, problem: null, detail: "" };

/** One subscription for each state of a cancellation at the provider. */
const reportEnding = (page: Page): Promise<unknown> =>
  changeReply<{ items: object[] }>(page, contract.credits.listPlans, ({ items }) => {
    const states = [
      { ...request, state: "accepted" },
      { ...request, state: "sending", problem: "no_answer", attempts: 4 },
      { ...request, state: "failed", problem: "key_refused", detail: "HTTP 401, req_8NsJpQX2" },
      { ...request, state: "not_told", problem: "not_configured" },
      { ...request, state: "confirmed" },
    ];
    const plans = states.map((state, place) => ({
      ...items[0],
      subscription_id: `0198c0de-0000-7000-8000-00000000000${place}`,
      name: ["Pro", "Team", "Studio", "Starter", "Basic"][place],
      status: "cancelled",
      cancel_at: request.requested_at,
      cancel_reason: "Asked for by mail",
      is_provider_connected: state.state !== "not_told",
      provider_cancellation: state,
    }));
    return { items: plans, total: plans.length };
  });

const openGrant = async (page: Page, amount: string): Promise<void> => {
  await page.getByRole("button", { name: "Grant credits" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("radio", { name: "Compensation" }).check();
  await page.getByLabel("Reason").fill("The job stopped twice, see the ticket");
};

/** The browser's side of fine-grained administration: a user who holds this flag alone. */
const holdingOnly =
  (flag: PlatformFlag) =>
  (page: Page): Promise<unknown> =>
    changeReply(page, contract.auth.me, (me) => ({ ...me, perms: [flag], fine_grained_admin: true }));

/** The end user screen in its main states. */
export const PLATFORM_USER_VIEWS: readonly View[] = [
  view("start", "", (page) => seen(page, "Look up an end user")),
  view("search", "", async (page) => {
    await page.getByRole("combobox", { name: "E-mail of an end user" }).fill("mei");
    await expect(page.getByRole("option", { name: /mei\.lin@/ })).toBeVisible();
  }),
  view("unknown", "?user=nobody%40customer.example", (page) => seen(page, "End user not found")),
  view("failed", OF_SHOWN, (page) => seen(page, "the ledger cannot be read"), refuse),
  view("credits", OF_SHOWN, (page) => seen(page, "Charged")),
  view("credits-none", `${OF_SHOWN}&start=2022-01-01T00:00:00Z&end=2022-02-01T00:00:00Z`, (page) =>
    seen(page, "No entries in this range"),
  ),
  view("payments", `${OF_SHOWN}&tab=payments`, (page) => seen(page, "Partially refunded")),
  view("payments-only", OF_SHOWN, (page) => seen(page, "Partially refunded"), holdingOnly("MAGI_VIEW_PAYMENTS")),
  view("subscriptions", `${OF_SHOWN}&tab=subscriptions`, (page) => seen(page, "$29.00 per month")),
  view("consumption", `${OF_SHOWN}&tab=consumption&days=30`, (page) => seen(page, "By day and model")),
  view("projects", `${OF_SHOWN}&tab=projects`, (page) => seen(page, "The ferry at dawn")),
  view("grant", OF_SHOWN, async (page) => {
    await openGrant(page, "500");
    await seen(page, "Grant 500 credits");
  }),
  view("grant-large", OF_SHOWN, async (page) => {
    await openGrant(page, "250000");
    await seen(page, /approval of a second administrator/);
  }),
  view("void", OF_SHOWN, async (page) => {
    await page
      .getByRole("button", { name: /^Revoke the remaining credits/ })
      .first()
      .click();
    await seen(page, /will be revoked/);
  }),
  view(
    "subscriptions-ending",
    `${OF_SHOWN}&tab=subscriptions`,
    (page) => seen(page, /not yet confirmed by Stripe/),
    reportEnding,
  ),
  view("unsubscribe", `${OF_SHOWN}&tab=subscriptions`, async (page) => {
    await page.getByRole("button", { name: "Unsubscribe" }).first().click();
    await seen(page, /is not renewed/);
  }),
  {
    name: "platform-uploads",
    viewer: "administrator",
    open: async (page) => {
      await holdingOnly("MAGI_UPLOAD_ASSETS")(page);
      await page.goto("/#/platform/uploads");
      await expect(page.getByRole("button", { name: "Upload files" })).toBeVisible();
    },
  },
];
