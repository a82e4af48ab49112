import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { callsOf, openTools } from "../testing/open-tools.tsx";
import { MEI } from "../testing/some-tools.ts";

const card = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the ledger check", () => {
  it("walks all accounts and names faults with a way to the user", async () => {
    const { sent, user } = openTools("", {
      "platformTools.checkLedger": ({ body }) => {
        const isLast = (body as { after_account: number }).after_account === 2000;
        const faults = isLast ? [{ user_email: MEI, what: "the lots hold 5 more than the balance" }] : [];
        return {
          reply: { checked_to: isLast ? 2400 : 2000, accounts: isLast ? 400 : 2000, is_complete: isLast, faults },
        };
      },
    });
    const ledger = await card("Ledger check");
    await user.click(ledger.getByRole("button", { name: "Check ledger" }));
    expect(await ledger.findByText("1 error in 2,400 checked accounts")).toBeDefined();
    expect(ledger.getByText("the lots hold 5 more than the balance")).toBeDefined();
    expect(ledger.getByRole("link", { name: MEI }).getAttribute("href")).toMatch(/user=mei%40customer\.example$/);
    expect(callsOf(sent, "checkLedger").map(({ body }) => body)).toEqual([
      { after_account: 0 },
      { after_account: 2000 },
    ]);
  });

  it("says when everything fits, and when the server does not get on", async () => {
    let isStuck = false;
    const { user } = openTools("", {
      "platformTools.checkLedger": () => ({
        reply: { checked_to: 0, accounts: isStuck ? 0 : 1, is_complete: !isStuck, faults: [] },
      }),
    });
    const ledger = await card("Ledger check");
    await user.click(ledger.getByRole("button", { name: "Check ledger" }));
    expect(await ledger.findByText("1 account checked, no errors")).toBeDefined();
    isStuck = true;
    await user.click(ledger.getByRole("button", { name: "Check again" }));
    expect(await ledger.findByText("the server made no progress")).toBeDefined();
  });
});

describe("the history", () => {
  it("is compared with a head that was saved", async () => {
    const { sent, user } = openTools("", {
      "operationLog.verifyOperations": () => ({
        reply: {
          checked_to: 1842,
          is_complete: true,
          broken_seq: null,
          is_known_sound: false,
          head: { seq: 1842, hash: "9f3c".repeat(16), at: null },
        },
      }),
    });
    const chain = await card("History check");
    const compare = chain.getByRole("button", { name: "Verify against this head" });
    await user.click(chain.getByLabelText("Previously saved head"));
    await user.paste("9f3c");
    expect(chain.getByText(/This is not a saved head/)).toBeDefined();
    expect(compare.hasAttribute("disabled")).toBe(true);
    await user.clear(chain.getByLabelText("Previously saved head"));
    await user.paste(JSON.stringify({ seq: 12, hash: "ab".repeat(32) }));
    await user.click(compare);
    expect(await chain.findByText("Entry #12 does not match the saved head")).toBeDefined();
    expect(callsOf(sent, "verifyOperations")[0]?.body).toEqual({ from: 0, known: { seq: 12, hash: "ab".repeat(32) } });
  });
});

it("the checks screen shows what will expire, and reloads for another number of days", async () => {
  const { sent, user, router } = openTools("", {
    "platformTools.previewExpiry": ({ url }) => {
      const isMonth = url.searchParams.get("days") === "30";
      const lots = [{ user_email: MEI, lot: 3, amount: 250, expires_at: "2026-11-16T00:00:00Z" }];
      return { reply: isMonth ? { lots, total: 1, is_total_exact: true, amount: 250 } : NOTHING };
    },
  });
  const expiry = await card("Expiry dry run");
  expect(await expiry.findByText("No credits expire in this period.")).toBeDefined();
  await user.click(expiry.getByRole("button", { name: "In 30 days" }));
  expect(await expiry.findByText("1 lot with 250 credits")).toBeDefined();
  expect(router.state.location.search).toBe("?days=30");
  expect(callsOf(sent, "previewExpiry").map(({ url }) => url.searchParams.get("days"))).toEqual(["1", "30"]);
});
const NOTHING = { lots: [], total: 0, is_total_exact: true, amount: 0 };

it("the checks screen links an e-mail address to its end user", async () => {
  const { user, router } = openTools("");
  const lookup = await card("Look up an end user");
  await user.type(lookup.getByLabelText("E-mail of an end user"), `${MEI}{Enter}`);
  await waitFor(() => expect(router.state.location.pathname).toBe("/platform/user"));
  expect(router.state.location.search).toBe("?user=mei%40customer.example");
});
