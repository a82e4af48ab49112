import { MESSAGES } from "@dailies/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { aLot, anAccount, anAllowance, aPlan, aRequest, MEI } from "../testing/an-end-user.ts";
import { callsOf, OPERATOR, openEndUsers } from "../testing/open-user.tsx";

const OF_MEI = `?user=${encodeURIComponent(MEI)}`;
const { account } = anAccount({ available: 1700 });
const granted = { grant: aLot(9), account, operation_id: 41, request: null, allowance: anAllowance() };
const bodyOf = (sent: Parameters<typeof callsOf>[0], name: string, place: number) =>
  callsOf(sent, name).at(place)?.body as Record<string, unknown> | undefined;

const fillGrant = async (user: UserEvent, amount: string): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: "Grant credits" }));
  await user.type(await screen.findByLabelText("Amount"), amount);
  await user.click(screen.getByLabelText("Compensation"));
  await user.type(screen.getByLabelText("Reason"), "a job that failed");
};

beforeEach(() => sessionStorage.clear());

describe("granting", () => {
  it("shows what will be there, sends it once and offers the way back", async () => {
    const { sent, user } = openEndUsers(OF_MEI, {
      "credits.grantCredits": () => ({ reply: granted }),
      "credits.voidGrant": () => ({ reply: { voided: 500, account, operation_id: 42 } }),
    });
    await fillGrant(user, "500");
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/1,200 →.*1,700/),
    );
    await user.dblClick(screen.getByRole("button", { name: "Grant 500 credits" }));
    await screen.findByText(/500 credits were granted to mei@customer\.example: 1,200 → 1,700 available/);
    expect(new Set(callsOf(sent, "grantCredits").map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(bodyOf(sent, "grantCredits", 0)).toMatchObject({ user_email: MEI, amount: 500, category: "compensation" });
    expect(sessionStorage.length).toBe(0);

    await user.click(screen.getByRole("button", { name: "Undo grant" }));
    await user.type(await screen.findByLabelText("Reason"), "wrong user");
    await user.click(screen.getByRole("button", { name: "Revoke 500 credits" }));
    await screen.findByText(/500 credits of .* were revoked/);
    expect(bodyOf(sent, "voidGrant", 0)).toMatchObject({ lot: 9, reason: "wrong user" });
  });

  it("sends the very same again after a reload that swallowed the answer", async () => {
    const first = openEndUsers(OF_MEI, { "credits.grantCredits": () => "network failure" });
    await fillGrant(first.user, "500");
    await first.user.click(screen.getByRole("button", { name: "Grant 500 credits" }));
    await screen.findByText(/The grant of 500 credits .* the server did not respond/);
    const lost = bodyOf(first.sent, "grantCredits", -1);
    cleanup();

    const second = openEndUsers(OF_MEI, { "credits.grantCredits": () => ({ reply: granted }) });
    await screen.findByText(/The grant of 500 credits .* the server did not respond/);
    const open = await screen.findByRole("button", { name: "Grant credits" });
    expect(open.hasAttribute("disabled")).toBe(true);
    await second.user.click(screen.getByRole("button", { name: "Send again" }));
    await screen.findByText(/500 credits were granted/);
    expect(bodyOf(second.sent, "grantCredits", 0)).toEqual(lost);
    expect(screen.queryByText(/the server did not respond/)).toBeNull();
  });

  it("takes a new key after a refusal, which is an answer", async () => {
    const { sent, user } = openEndUsers(OF_MEI, {
      "credits.grantCredits": () => ({ refuse: 409, code: "conflict", detail: "the account is closed" }),
    });
    await fillGrant(user, "500");
    await user.click(screen.getByRole("button", { name: "Grant 500 credits" }));
    await waitFor(() => expect(screen.getAllByText("the account is closed")).not.toEqual([]));
    await user.click(screen.getByRole("button", { name: "Grant 500 credits" }));
    await waitFor(() => expect(callsOf(sent, "grantCredits")).toHaveLength(2));
    expect(bodyOf(sent, "grantCredits", 0)?.idempotency_key).not.toBe(bodyOf(sent, "grantCredits", 1)?.idempotency_key);
  });

  it("asks for the address above the first limit, and announces the second person before sending", async () => {
    const { sent, user } = openEndUsers(OF_MEI, {
      "credits.grantCredits": () => ({
        reply: {
          grant: null,
          account,
          operation_id: 41,
          request: aRequest({ requested_by: "ada" }),
          allowance: anAllowance(),
        },
      }),
    });
    await fillGrant(user, "250000");
    expect(screen.getByText(/You have granted 0 of 100,000 credits in 24 hours/)).toBeDefined();
    const askButton = screen.getByRole("button", { name: "Request 250,000 credits" });
    await user.click(askButton);
    await screen.findByText("this does not match the user's e-mail address");
    expect(callsOf(sent, "grantCredits")).toEqual([]);
    await user.type(screen.getByLabelText(`Type ${MEI} to confirm`), MEI);
    await user.click(askButton);
    await screen.findByText(/^The grant of .* needs the approval of a second administrator/);
    expect(bodyOf(sent, "grantCredits", 0)).toMatchObject({ typed_email: MEI, amount: 250_000 });
  });
});

describe("the limit of 24 hours", () => {
  it("counts what the operator has granted already, and says until when", async () => {
    const limits = {
      type_email_above: 10_000,
      second_person_above: 100_000,
      allowance: anAllowance({ operator: 99_800 }),
    };
    const { user } = openEndUsers(OF_MEI, { "credits.getCredits": () => ({ reply: { ...anAccount(), limits } }) });
    await fillGrant(user, "500");
    const note = screen.getByText(/You have granted 99,800 of 100,000 credits in 24 hours/);
    expect(note.textContent).toMatch(/They count until Nov 16, 2026/);
    expect(screen.getByRole("button", { name: "Request 500 credits" })).toBeDefined();
  });
});

describe("unsubscribing", () => {
  it("tells its effect and ends the plan with its period", async () => {
    const provider_cancellation = {
      state: "sending",
      mode: "period_end",
      requested_at: "2026-11-14T10:00:00Z",
      attempts: 0,
      problem: null,
      detail: "",
    } as const;
    const plan = aPlan({ status: "cancel_scheduled", cancel_at: "2026-12-01T00:00:00Z", provider_cancellation });
    const { sent, user } = openEndUsers(`${OF_MEI}&tab=subscriptions`, {
      "credits.unsubscribe": () => ({ reply: { plan, operation_id: 43 } }),
    });
    await user.click(await screen.findByRole("button", { name: "Unsubscribe" }));
    const effects = await screen.findByRole("list", { name: "Effects" });
    expect(effects.textContent).toMatch(/active until Dec 1, 2026.*Granted credits remain/);
    await user.type(screen.getByLabelText("Reason"), "asked by mail");
    await user.click(screen.getByRole("button", { name: "End subscription" }));
    await screen.findByText(/Pro of .* is active until Dec 1, 2026.* and is not renewed. Stripe is being told/);
    expect(bodyOf(sent, "unsubscribe", 0)).toMatchObject({ mode: "period_end", reason: "asked by mail" });
  });
});

describe("a subscription whose end the provider has not confirmed", () => {
  const request = {
    mode: "now",
    requested_at: "2026-11-14T10:00:00Z",
    attempts: 1,
    problem: null,
    detail: "",
  } as const;
  const open = (overrides: Parameters<typeof aPlan>[0]) => {
    const plan = aPlan({ status: "cancelled", ...overrides });
    return openEndUsers(`${OF_MEI}&tab=subscriptions`, {
      "credits.listPlans": () => ({ reply: { items: [plan], total: 1 } }),
      "credits.getCredits": () => ({ reply: anAccount({ plan }) }),
    });
  };

  it("is shown as ending, and cannot be ended again", async () => {
    open({ provider_cancellation: { ...request, state: "accepted" } });
    const row = await screen.findByRole("row", { name: /Pro Ending Stripe: not confirmed/ });
    expect(within(row).queryByText("Cancelled")).toBeNull();
    expect(screen.getByText(/Pro is ending, not yet confirmed by Stripe: the request was accepted/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Unsubscribe" })).toBeNull();
  });

  it("says how often Stripe did not answer", async () => {
    open({ provider_cancellation: { ...request, state: "sending", problem: "no_answer", attempts: 4 } });
    expect(await screen.findByText(/no answer to 4 attempts/)).toBeDefined();
  });

  it("says plainly that the provider was not told", async () => {
    const untold = { ...request, state: "not_told", problem: "not_configured" } as const;
    open({ is_provider_connected: false, provider_cancellation: untold });
    await screen.findByText(/no API key is configured. Cancel the subscription at Stripe by hand./);
    expect(screen.queryByRole("button", { name: "Cancel at Stripe again" })).toBeNull();
  });

  it("offers to cancel again after a refusal, immediately only", async () => {
    const failed = { ...request, state: "failed", problem: "key_refused", detail: "HTTP 401, req_1" } as const;
    const { user } = open({ provider_cancellation: failed });
    await screen.findByText(
      /Pro was not cancelled at Stripe: the API key was refused \(HTTP 401, req_1\)\. Cancel .* by hand\./,
    );
    expect(screen.queryByRole("button", { name: "Unsubscribe" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cancel at Stripe again" }));
    const effects = await screen.findByRole("list", { name: "Effects" });
    expect(effects.textContent).toMatch(/Stripe is told to cancel.*stops collecting this customer's open invoices/);
    expect(screen.queryByLabelText("At the end of the paid period")).toBeNull();
  });
});

describe("who lost the right meanwhile", () => {
  it.each([
    ["the permission", { reply: aUser({ username: "ada", permissions: [] }) }, MESSAGES.noOperationPermission],
    ["the session", { refuse: 401, code: "not_signed_in", detail: "sign in" }, MESSAGES.loginFirst],
  ])("is told so without %s, and nothing is sent", async (_what, answer, words) => {
    let isOperator = true;
    const { sent, user } = openEndUsers(OF_MEI, {
      "auth.me": () => (isOperator ? { reply: aUser({ username: "ada", permissions: OPERATOR }) } : answer),
    });
    const open = await screen.findByRole("button", { name: "Grant credits" });
    isOperator = false;
    await user.click(open);
    expect(await screen.findByText(words)).toBeDefined();
    expect(callsOf(sent, "grantCredits")).toEqual([]);
    expect(screen.queryByLabelText("Amount")).toBeNull();
  });
});
