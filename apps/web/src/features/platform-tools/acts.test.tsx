import { MESSAGES } from "@dailies/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { callsOf, openTools } from "./testing/open-tools.tsx";
import { aCredential, aHold, anEvent, MEI } from "./testing/some-tools.ts";

beforeEach(() => sessionStorage.clear());

const ACCOUNT = { available: 1320, reserved: 0, lifetime_granted: 2000, lifetime_consumed: 680, expiring_30d: 0 };

describe("a stuck hold", () => {
  it("is given back with a reason, once, also when the answer was lost", async () => {
    const first = openTools("?tab=holds", { "platformTools.voidHold": () => "network failure" });
    await first.user.click(await screen.findByRole("button", { name: `Release hold #7 of ${MEI}` }));
    await first.user.type(await screen.findByLabelText("Reason"), "the job is gone");
    await first.user.click(screen.getByRole("button", { name: "Release 120 credits" }));
    await screen.findByText(/the server did not respond/);
    const lost = callsOf(first.sent, "voidHold").at(-1)?.body;
    cleanup();

    const second = openTools("?tab=holds", {
      "platformTools.voidHold": () => ({ reply: { account: ACCOUNT, operation_id: 9 } }),
    });
    await second.user.click(await screen.findByRole("button", { name: "Send again" }));
    await screen.findByText(`Hold #7 of ${MEI} was released.`);
    expect(callsOf(second.sent, "voidHold").map(({ body }) => body)).toEqual([lost]);
    expect(sessionStorage.length).toBe(0);
  });

  it("is looked for by its age, which stands in the address", async () => {
    const { sent, user, router } = openTools("?tab=holds&age=10", {
      "platformTools.listOpenHolds": () => ({ reply: { items: [], total: 0, is_total_exact: true } }),
    });
    await screen.findByText("No hold is this old");
    await user.click(screen.getByRole("button", { name: "over 1 day" }));
    await waitFor(() => expect(router.state.location.search).toBe("?tab=holds&age=1440"));
    await waitFor(() =>
      expect(callsOf(sent, "listOpenHolds").map(({ url }) => url.searchParams.get("older_than_minutes"))).toEqual([
        "10",
        "1440",
      ]),
    );
  });
});

describe("a payment event", () => {
  it("is replayed, and what is still wrong is said", async () => {
    const { sent, user } = openTools("?tab=payments", {
      "platformTools.listPaymentEvents": () => ({
        reply: {
          items: [anEvent("evt_2", { status: "failed", error: "no such customer" })],
          has_more: false,
          is_stripe_configured: false,
        },
      }),
      "platformTools.replayPaymentEvent": () => ({ reply: anEvent("evt_2", { status: "applied", attempts: 2 }) }),
    });
    expect(await screen.findByText("Stripe webhooks are not configured")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Replay event evt_2" }));
    await user.click(await screen.findByRole("button", { name: "Replay event" }));
    expect(await screen.findByText("Event evt_2 was applied.")).toBeDefined();
    expect(callsOf(sent, "replayPaymentEvent")[0]?.body).toEqual({ provider: "stripe", event_id: "evt_2" });
  });

  it("asks for older ones before the last shown", async () => {
    const { sent, user } = openTools("?tab=payments", {
      "platformTools.listPaymentEvents": ({ url }) => ({
        reply: {
          items: [anEvent(url.searchParams.has("before") ? "evt_old" : "evt_new")],
          has_more: !url.searchParams.has("before"),
          is_stripe_configured: true,
        },
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Show older events" }));
    expect(await screen.findByText("evt_old")).toBeDefined();
    expect(callsOf(sent, "listPaymentEvents")[1]?.url.searchParams.get("before")).toBe("2026-11-14T08:00:02Z");
    expect(screen.queryByRole("button", { name: "Show older events" })).toBeNull();
  });
});

describe("a service credential", () => {
  const SECRET = "sk_a-secret-that-is-seen-once";

  it("is created with scopes, and its secret is seen this once", async () => {
    const { sent, user } = openTools("?tab=credentials", {
      "platformTools.createServiceCredential": () => ({ reply: { credential: aCredential(), secret: SECRET } }),
    });
    await user.click(await screen.findByRole("button", { name: "Create a credential" }));
    await user.type(await screen.findByLabelText("Name"), "render-farm");
    await user.click(screen.getByLabelText(/credits:write/));
    await user.click(screen.getByRole("button", { name: "Create credential" }));
    expect(await screen.findByText(SECRET)).toBeDefined();
    expect(screen.getByText("This secret will not be shown again")).toBeDefined();
    await user.keyboard("{Escape}");
    expect(screen.getByText(SECRET)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "I have saved it" }));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
    expect(callsOf(sent, "createServiceCredential")[0]?.body).toEqual({
      name: "render-farm",
      scopes: ["credits:write"],
      idempotency_key: expect.any(String),
    });
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(SECRET);
  });

  it("whose response was lost is asked for again under the same key", async () => {
    let isLost = true;
    const { sent, user } = openTools("?tab=credentials", {
      "platformTools.createServiceCredential": () =>
        isLost
          ? { refuse: 502, code: "upstream_failed", detail: "bad gateway" }
          : { reply: { credential: aCredential(), secret: SECRET } },
    });
    await user.click(await screen.findByRole("button", { name: "Create a credential" }));
    await user.type(await screen.findByLabelText("Name"), "render-farm");
    await user.click(screen.getByLabelText(/credits:write/));
    await user.click(screen.getByRole("button", { name: "Create credential" }));
    expect(await screen.findByText(/The credential may have been created/)).toBeDefined();
    isLost = false;
    await user.click(screen.getByRole("button", { name: "Ask again" }));
    expect(await screen.findByText(SECRET)).toBeDefined();
    const [first, second] = callsOf(sent, "createServiceCredential");
    expect(second?.body).toEqual(first?.body);
  });

  it("that creates credits has a daily ceiling, and says that a second administrator approves it", async () => {
    const waiting = { id: aCredential().id, requested_by: "ada", requested_at: "2026-11-01T08:00:00Z" };
    const made = aCredential({ scopes: ["credits:grant"], daily_credits: 5_000, waiting, secrets: [] });
    const { sent, user } = openTools("?tab=credentials", {
      "platformTools.createServiceCredential": () => ({ reply: { credential: made, secret: SECRET } }),
      "platformTools.listServiceCredentials": () => ({ reply: { items: [made], total: 1 } }),
    });
    expect(await screen.findByText("Pending approval")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Create a credential" }));
    await user.type(await screen.findByLabelText("Name"), "bonus");
    await user.click(screen.getByLabelText(/credits:grant/));
    expect(await screen.findByText(/is not accepted before a second administrator approves it/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Create credential" }));
    expect(await screen.findByText("enter the most credits a day")).toBeDefined();
    await user.type(screen.getByLabelText("Credits a day"), "5000");
    await user.click(screen.getByRole("button", { name: "Create credential" }));
    expect(await screen.findByText(SECRET)).toBeDefined();
    expect(callsOf(sent, "createServiceCredential")[0]?.body).toEqual({
      name: "bonus",
      scopes: ["credits:grant"],
      daily_credits: 5_000,
      idempotency_key: expect.any(String),
    });
  });

  it("is rotated and revoked, the latter with a reason", async () => {
    const { sent, user } = openTools("?tab=credentials", {
      "platformTools.rotateServiceCredential": () => ({ reply: { credential: aCredential(), secret: SECRET } }),
      "platformTools.revokeServiceCredential": () => ({ reply: aCredential({ revoked_at: "2026-11-15T09:30:00Z" }) }),
    });
    await user.click(await screen.findByRole("button", { name: "Rotate render-farm" }));
    await user.click(await screen.findByRole("button", { name: "Create new secret" }));
    expect(await screen.findByText(SECRET)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "I have saved it" }));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Revoke render-farm" }));
    const reason = await screen.findByLabelText("Reason");
    await user.type(reason, "no");
    await user.click(screen.getByRole("button", { name: "Revoke credential" }));
    expect(await screen.findByText("use at least 5 characters")).toBeDefined();
    await user.type(reason, " longer needed");
    await user.click(screen.getByRole("button", { name: "Revoke credential" }));
    expect(await screen.findByText("render-farm was revoked.")).toBeDefined();
    expect(callsOf(sent, "revokeServiceCredential")[0]?.body).toMatchObject({ reason: "no longer needed" });
  });

  it("offers nothing once it is revoked", async () => {
    openTools("?tab=credentials", {
      "platformTools.listServiceCredentials": () => ({
        reply: { items: [aCredential({ revoked_at: "2026-11-15T09:30:00Z" })], total: 1 },
      }),
    });
    const row = within(await screen.findByRole("row", { name: /render-farm/ }));
    expect(row.getByText("Revoked")).toBeDefined();
    expect(row.queryByRole("button", { name: /Rotate|Revoke/ })).toBeNull();
  });
});

describe("who lost the right meanwhile", () => {
  it.each([
    ["holds", `Release hold #7 of ${MEI}`],
    ["payments", "Replay event evt_1"],
    ["credentials", "Create a credential"],
    ["checks", "Check ledger"],
    ["checks", "Download as JSON"],
  ])("is told so at %s, and nothing is sent", async (tab, name) => {
    let isOperator = true;
    const { sent, user } = openTools(`?tab=${tab}`, {
      "auth.me": () => ({ reply: aUser({ username: "ada", permissions: isOperator ? ["MAGI_ADMIN"] : [] }) }),
      "platformTools.listOpenHolds": () => ({ reply: { items: [aHold(7)], total: 1, is_total_exact: true } }),
    });
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
    isOperator = false;
    await user.click(button);
    expect((await screen.findAllByText(MESSAGES.noOperationPermission)).length).toBeGreaterThan(0);
    expect(sent.filter(({ method, name: call }) => method === "POST" && call !== "auth.me")).toEqual([]);
  });
});
