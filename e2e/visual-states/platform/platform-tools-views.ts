import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ensureShownCustomer, SHOWN_CUSTOMER } from "../../fixtures/people/end-users.ts";
import { holdCredits } from "../../fixtures/stuck-holds.ts";
import type { View } from "../view.ts";

const addressOf = (search: string): string => `/#/platform/tools${search}`;

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

type Act = (page: Page) => Promise<unknown>;

const view = (name: string, search: string, look: Act, prepare?: Act): View => ({
  name: `tools-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await ensureShownCustomer(page);
    await prepare?.(page);
    await page.goto(addressOf(search));
    await look(page);
  },
});

const LINES = [
  `${SHOWN_CUSTOMER},500`,
  "nobody@customer.example,250",
  `${SHOWN_CUSTOMER},half`,
  `${SHOWN_CUSTOMER},250000`,
];

const fillBulk = async (page: Page): Promise<void> => {
  await page.getByLabel("Lines", { exact: true }).fill(["email,amount", ...LINES].join("\n"));
  await page.getByRole("radio", { name: "Compensation" }).check();
  await page.getByLabel("Reason").fill("The outage of Monday");
};

const checkBulk = async (page: Page): Promise<void> => {
  await fillBulk(page);
  await page.getByRole("button", { name: "Check lines" }).click();
  await seen(page, "will be granted");
};

const event = (id: string, type: string, status: string, error: string | null = null) => ({
  provider: "stripe",
  event_id: id,
  type,
  status,
  error,
  attempts: status === "failed" ? 3 : 1,
  occurred_at: "2026-11-15T08:00:00Z",
  received_at: "2026-11-15T08:00:02Z",
});

const EVENTS = [
  event("evt_1Q9xTb2eZvKYlo2C", "invoice.paid", "applied"),
  event("evt_1Q9xTb2eZvKYlo2D", "checkout.session.completed", "failed", "no end user has this customer's address"),
  event("evt_1Q9xTb2eZvKYlo2E", "customer.created", "ignored"),
];

/** The platform tools in their main states. */
/** A credential that another administrator made. */
const WAITING = {
  id: "0198c0de-0000-7000-8000-00000000abcd",
  kind: "service_credential",
  target: "welcome bonus",
  details: { scopes: "credits:grant, credits:read", daily_credits: "50000", act: "create" },
  reason: "",
  status: "pending",
  requested_by: "noor.haddad",
  requested_at: "2026-11-16T09:12:00Z",
  decided_by: null,
  decided_at: null,
  decided_reason: "",
};

export const PLATFORM_TOOLS_VIEWS: readonly View[] = [
  view("checks", "?days=30", (page) => seen(page, /lots? with/)),
  view("checks-done", "?days=30", async (page) => {
    await page.getByRole("button", { name: "Check ledger" }).click();
    await seen(page, /accounts? checked, no errors/);
    await page.getByRole("button", { name: "Verify history" }).click();
    await seen(page, /^Verified to #/);
  }),
  view("checks-faults", "", async (page) => {
    const faults = [
      { user_email: SHOWN_CUSTOMER, what: "the lots hold 5 more than the balance says" },
      { user_email: "leo@customer.example", what: "movement 41 does not begin where movement 40 ended" },
    ];
    const reply = { checked_to: 500, accounts: 500, is_complete: true, faults };
    await answerCall(page, contract.platformTools.checkLedger, reply);
    await page.getByRole("button", { name: "Check ledger" }).click();
    await seen(page, "2 errors in 500 checked accounts");
  }),
  view(
    "holds",
    "?tab=holds",
    (page) => seen(page, "Release"),
    (page) => holdCredits(page, SHOWN_CUSTOMER, { amount: 5, hoursAgo: 2 }),
  ),
  view("holds-none", "?tab=holds&age=10080", (page) => seen(page, "No hold is this old")),
  view("hold-void", "?tab=holds&age=0", async (page) => {
    await page
      .getByRole("button", { name: /^Release hold/ })
      .first()
      .click();
    await seen(page, /become available to the user again/);
  }),
  view("bulk", "?tab=bulk", fillBulk),
  view("bulk-preview", "?tab=bulk", checkBulk),
  view("bulk-confirm", "?tab=bulk", async (page) => {
    await checkBulk(page);
    await page.getByRole("button", { name: "Grant 500 credits" }).click();
    await seen(page, /to 1 end user\?/);
  }),
  view(
    "payments",
    "?tab=payments",
    (page) => seen(page, "checkout.session.completed"),
    (page) => {
      const reply = { items: EVENTS, has_more: true, is_stripe_configured: true };
      return answerCall(page, contract.platformTools.listPaymentEvents, reply);
    },
  ),
  view(
    "payments-none",
    "?tab=payments",
    (page) => seen(page, "No payment events yet"),
    (page) => {
      const reply = { items: [], has_more: false, is_stripe_configured: false };
      return answerCall(page, contract.platformTools.listPaymentEvents, reply);
    },
  ),
  view("credentials", "?tab=credentials", (page) => seen(page, "Active")),
  view("credential-create", "?tab=credentials", async (page) => {
    await page.getByRole("button", { name: "Create a credential" }).first().click();
    await page.getByRole("checkbox", { name: /credits:grant/ }).check();
    await seen(page, "Credits a day");
  }),
  view(
    "credential-approval",
    "?tab=credentials",
    (page) => seen(page, "1 request needs a second administrator"),
    (page) => answerCall(page, contract.approvals.listApprovals, { items: [WAITING], total: 1 }),
  ),
  view("credential-secret", "?tab=credentials", async (page) => {
    await page.getByRole("button", { name: "Create a credential" }).first().click();
    await page.getByLabel("Name").fill(`render farm ${Date.now().toString(36)}`);
    await page.getByRole("checkbox", { name: /credits:write/ }).check();
    await page.getByRole("button", { name: "Create credential" }).click();
    await seen(page, "This secret will not be shown again");
  }),
  view(
    "failed",
    "?tab=holds",
    (page) => seen(page, "the holds cannot be read"),
    (page) => refuseCall(page, contract.platformTools.listOpenHolds, "internal", "the holds cannot be read"),
  ),
];
