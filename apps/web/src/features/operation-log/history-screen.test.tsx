import { MESSAGES } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aHead, anEntry } from "./testing/an-entry.ts";

type Answers = Parameters<typeof fakeApi>[0];

const GRANT = anEntry(1842, { meta: { before: { available: 1200 }, after: { available: 1700 } } });
const CLAIM = anEntry(1841, { op_type: "Export_sheet", source: "client", meta: { target: "sheet", reason: "" } });
const DENIED = anEntry(1840, {
  op_type: "Denied",
  result: "denied",
  user_name: "ben",
  meta: { target: "route:GET /x" },
});

/** More than the screen has labels for. */
const TYPES = [
  "Denied",
  "Grant_credits",
  "Keep_board",
  ...Array.from({ length: 12 }, (_, n) => `Type_${"abcdefghijkl"[n]}`),
];

const openHistory = (search = "", answers: Answers = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "ada", permissions: ["MAGI_ADMIN"] }) }),
    "operationLog.listOperations": ({ url }) => {
      const offset = Number(url.searchParams.get("offset"));
      const items = url.searchParams.get("limit") === "1" ? [anEntry(1842 - offset)] : [GRANT, CLAIM, DENIED];
      return { reply: { items, total: 1842, head: aHead(1842) } };
    },
    "operationLog.listOperationTypes": () => ({ reply: { items: TYPES } }),
    ...answers,
  });
  return { sent, ...renderConsole(`/platform/history${search}`) };
};

const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `operationLog.${name}`);
const lastList = (sent: readonly SentCall[]): URLSearchParams | undefined =>
  callsOf(sent, "listOperations").at(-1)?.url.searchParams;
const row = (words: RegExp) => screen.findByRole("row", { name: words });

/** Delays the first response to this body. */
const holdAnswer = (body: string, until: Promise<void>): void => {
  const answer = globalThis.fetch;
  let isFirst = true;
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
    const isHeld = isFirst && call[1]?.body === body;
    const reply = await answer(...call);
    if (isHeld) {
      isFirst = false;
      await until;
    }
    return reply;
  });
};

describe("the history", () => {
  it("tells who did what to whom, what changed and why, and offers nothing to change", async () => {
    const { sent } = openHistory();
    const grant = await row(
      /#1842.*ada.*Grant credits.*mei@customer\.example.*available 1,200 → 1,700.*a job that failed/,
    );
    expect(within(grant).getByText("Succeeded")).toBeDefined();
    expect(within(await row(/#1841/)).getByText("Reported")).toBeDefined();
    expect(within(await row(/#1840/)).getAllByText("Denied")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: /edit|delete|remove/i })).toBeNull();
    expect(lastList(sent)?.has("start_time")).toBe(true);
    expect(lastList(sent)?.has("end_time")).toBe(false);
    expect(screen.getByText(/2021-01-01 00:00:00 – 2031-01-01 00:00:00/)).toBeDefined();
  });

  it("asks for what the address says, and any page by its number", async () => {
    const { sent, user, router } = openHistory("?user=ada&op=Grant_credits&days=7&page=3&page_size=30");
    await row(/#1842/);
    expect(Object.fromEntries(lastList(sent) ?? [])).toMatchObject({
      user_name: "ada",
      op_type: "Grant_credits",
      limit: "30",
      offset: "60",
    });
    const page = screen.getByRole("textbox", { name: "Page" });
    await user.clear(page);
    await user.type(page, "41{Enter}");
    await waitFor(() => expect(lastList(sent)?.get("offset")).toBe("1200"));
    await user.click(screen.getByRole("button", { name: "90 days" }));
    await waitFor(() => expect(router.state.location.search).toMatch(/days=90/));
    expect(router.state.location.search).not.toMatch(/page=/);
  });

  it("offers every operation type that occurs, and finds one by its name", async () => {
    const { sent, user } = openHistory();
    await row(/#1842/);
    await user.click(screen.getByRole("button", { name: "Operation" }));
    const options = await screen.findByRole("group", { name: "Choose Operation" });
    await waitFor(() => expect(within(options).getAllByRole("checkbox")).toHaveLength(TYPES.length));
    await user.type(within(options).getByRole("searchbox", { name: "Find an option" }), "keep");
    expect(within(options).getAllByRole("checkbox")).toHaveLength(1);
    await user.click(within(options).getByRole("checkbox", { name: "Keep board" }));
    await waitFor(() => expect(lastList(sent)?.get("op_type")).toBe("Keep_board"));
  });

  it("opens an entry with its difference, its request and its hashes", async () => {
    const { user, router } = openHistory();
    await user.click(await row(/#1842/));
    const drawer = await screen.findByRole("dialog");
    expect(router.state.location.search).toBe("?entry=1842");
    const change = within(drawer).getByRole("row", { name: "available 1200 1700" });
    expect(change).toBeDefined();
    expect(within(drawer).getByText("req-1842")).toBeDefined();
    expect(within(drawer).getByRole("button", { name: "Copy entry hash" })).toBeDefined();
    await user.click(within(drawer).getByRole("button", { name: "All operations by ada" }));
    await waitFor(() => expect(router.state.location.search).toBe("?user=ada"));
  });

  it("finds an entry that is not on the page by its number, also while others are written", async () => {
    let head = 1842;
    const { sent } = openHistory("?entry=37", {
      "operationLog.listOperations": ({ url }) => {
        const offset = Number(url.searchParams.get("offset"));
        if (url.searchParams.get("limit") !== "1") return { reply: { items: [GRANT], total: 1, head: aHead(head) } };
        // Another entry is written between the two requests.
        if (offset > 0 && head === 1842) head = 1843;
        return { reply: { items: [anEntry(head - offset)], total: head, head: aHead(head) } };
      },
    });
    expect(await screen.findByText("req-37")).toBeDefined();
    expect(callsOf(sent, "listOperations").map(({ url }) => url.searchParams.get("offset"))).toContain("1806");
  });

  it("says when nothing matches, and what failed", async () => {
    const empty = openHistory("?user=nobody", {
      "operationLog.listOperations": () => ({ reply: { items: [], total: 0, head: aHead(1842) } }),
    });
    expect(await screen.findByText("No entry matches")).toBeDefined();
    const clear = screen.getAllByRole("button", { name: "Clear filters" });
    await empty.user.click(clear.at(-1) as HTMLElement);
    expect(await screen.findByText("No entries yet")).toBeDefined();
    empty.unmount();
    openHistory("", {
      "operationLog.listOperations": () => ({ refuse: 500, detail: "the history is away" }),
    });
    expect((await screen.findAllByText("the history is away")).length).toBeGreaterThan(0);
  });
});

describe("the chain", () => {
  it("is walked slice by slice until it is whole", async () => {
    const { sent, user } = openHistory("", {
      "operationLog.verifyOperations": ({ body }) => {
        const to = Math.min(1842, (body as { from: number }).from + 1000);
        const reply = { checked_to: to, is_complete: to === 1842, broken_seq: null, is_known_sound: null };
        return { reply: { ...reply, head: aHead(1842) } };
      },
    });
    expect(await screen.findByText("Not verified yet")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Verify history" }));
    expect(await screen.findByText("Verified to #1842, head 0732…")).toBeDefined();
    expect(callsOf(sent, "verifyOperations").map(({ body }) => body)).toEqual([{ from: 0 }, { from: 1000 }]);
  });

  it("says where it is broken, with a link to the entry", async () => {
    const { user } = openHistory("", {
      "operationLog.verifyOperations": () => ({
        reply: { checked_to: 36, is_complete: false, broken_seq: 37, is_known_sound: null, head: aHead(1842) },
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Verify history" }));
    expect(await screen.findByText("Chain broken at #37")).toBeDefined();
    expect(screen.getByText(/Entry #37 is missing, was changed, or does not follow #36/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Open entry #36" }).getAttribute("href")).toMatch(/entry=36$/);
  });

  it("stops when asked to and goes on from there", async () => {
    const { sent, user } = openHistory("", {
      "operationLog.verifyOperations": ({ body }) => {
        const { from } = body as { from: number };
        const reply = { checked_to: from + 400, is_complete: from === 800, broken_seq: null, is_known_sound: null };
        return { reply: { ...reply, head: aHead(1200) } };
      },
    });
    const late = Promise.withResolvers<void>();
    holdAnswer('{"from":400}', late.promise);
    await user.click(await screen.findByRole("button", { name: "Verify history" }));
    await waitFor(() => expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("400"));
    expect(screen.getByText("Verifying")).toBeDefined();
    expect(screen.queryByText("Not verified yet")).toBeNull();
    expect(screen.queryByRole("button", { name: "Verify again" })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Cancel/ }));
    expect(await screen.findByText("Stopped at #400")).toBeDefined();
    late.resolve();
    await user.click(screen.getByRole("button", { name: "Continue from #400" }));
    expect(await screen.findByText(/^Verified to #1200/)).toBeDefined();
    const walked = callsOf(sent, "verifyOperations").map(({ body }) => (body as { from: number }).from);
    expect(walked).toEqual([0, 400, 400, 800]);
  });

  it("is not walked for who lost the right meanwhile", async () => {
    let isOperator = true;
    const { sent, user } = openHistory("", {
      "auth.me": () => ({ reply: aUser({ username: "ada", permissions: isOperator ? ["MAGI_ADMIN"] : [] }) }),
    });
    const verify = await screen.findByRole("button", { name: "Verify history" });
    isOperator = false;
    await user.click(verify);
    expect((await screen.findAllByText(MESSAGES.noOperationPermission)).length).toBeGreaterThan(0);
    expect(callsOf(sent, "verifyOperations")).toEqual([]);
  });
});
