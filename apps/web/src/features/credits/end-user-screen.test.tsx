import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRequest, MEI } from "./testing/an-end-user.ts";
import { callsOf, openEndUsers } from "./testing/open-user.tsx";

const OF_MEI = `?user=${encodeURIComponent(MEI)}`;
const lastQuery = (sent: Parameters<typeof callsOf>[0], name: string): Record<string, string> =>
  Object.fromEntries(callsOf(sent, name).at(-1)?.url.searchParams ?? []);

describe("finding an end user", () => {
  it("lists addresses that begin with what was typed, and opens one by the keyboard", async () => {
    const { sent, user, router } = openEndUsers("");
    const box = await screen.findByRole("combobox", { name: "E-mail of an end user" });
    await user.type(box, "mei");
    await screen.findByRole("option", { name: /mei@customer/ });
    expect(callsOf(sent, "searchEndUsers").map(({ url }) => url.searchParams.get("q"))).toEqual(["mei"]);
    await user.keyboard("{ArrowDown}{Enter}");
    await screen.findByRole("heading", { name: "Mei Lin" });
    expect(new URLSearchParams(router.state.location.search).get("user")).toBe(MEI);
  });

  it("says calmly that nobody has the address, and shows no figures", async () => {
    openEndUsers("?user=nobody@customer.example");
    await screen.findByRole("heading", { name: "End user not found" });
    expect(screen.queryByText("Available")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("does not ask for what is no address", async () => {
    const { sent } = openEndUsers("?user=nonsense");
    await screen.findByRole("heading", { name: "End user not found" });
    expect(callsOf(sent, "getCredits")).toEqual([]);
  });

  it("stands with the reason when the account cannot be loaded", async () => {
    openEndUsers(OF_MEI, { "credits.getCredits": () => ({ refuse: 500, detail: "the ledger rests" }) });
    expect(await screen.findByText("the ledger rests")).toBeDefined();
  });
});

describe("an end user", () => {
  it("shows the balance, the plan and the movements", async () => {
    openEndUsers(OF_MEI);
    const card = await screen.findByRole("region", { name: MEI });
    for (const words of ["1,200", "80", "300", "Pro", "Active"])
      expect(within(card).getAllByText(words)).not.toEqual([]);
    const row = await screen.findByRole("row", { name: /\+500/ });
    expect(row.textContent).toContain("Granted");
    expect(row.textContent).toMatch(/700 →.*1,200/);
  });

  it("asks for the page of the address, without the default end", async () => {
    const { sent } = openEndUsers(`${OF_MEI}&page=2&page_size=30`);
    await screen.findByRole("row", { name: /\+500/ });
    const asked = lastQuery(sent, "listTransactions");
    expect(asked).toMatchObject({ user_email: MEI, limit: "30", offset: "30" });
    expect(asked).not.toHaveProperty("end_time");
    expect(screen.getByText(/2021-01-01 00:00:00 – 2031-01-01 00:00:00/)).toBeDefined();
  });

  it("keeps a quick range in the address and goes back to the first page", async () => {
    const { sent, user, router } = openEndUsers(`${OF_MEI}&page=2`);
    await user.click(await screen.findByRole("button", { name: "14 days" }));
    await waitFor(() => expect(router.state.location.search).toContain("days=14"));
    expect(router.state.location.search).not.toContain("page=");
    const since = Date.parse(lastQuery(sent, "listTransactions").start_time ?? "");
    expect((Date.now() - since) / 86_400_000).toBeLessThan(14.1);
  });

  it("links each project to what was made in it", async () => {
    openEndUsers(`${OF_MEI}&tab=projects`);
    const link = await screen.findByRole("link", { name: "The ferry at dawn" });
    expect(link.getAttribute("href")).toContain("/platform/content?project=prj_ferry");
  });

  it("draws what was consumed and gives the same figures as tables", async () => {
    const day = new Date().toISOString().slice(0, 10);
    openEndUsers(`${OF_MEI}&tab=consumption&days=7`, {
      "credits.getConsumption": () => ({ reply: { days: [{ day, model: "wan", credits: 40, jobs: 2 }] } }),
    });
    expect(await screen.findByRole("img", { name: /Bar chart of 7 days/ })).toBeDefined();
    expect(screen.getByRole("row", { name: "wan 40 2" })).toBeDefined();
  });
});

describe("grants that wait", () => {
  it("are decided by another, with a reason", async () => {
    const { sent, user } = openEndUsers("", {
      "credits.listGrantRequests": () => ({ reply: { items: [aRequest()], total: 1 } }),
      "credits.decideGrantRequest": () => ({ refuse: 409, code: "conflict", detail: "somebody was faster" }),
    });
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.type(await screen.findByLabelText("Reason"), "the contract is signed");
    await user.click(screen.getByRole("button", { name: "Approve and grant 250,000" }));
    await waitFor(() => expect(screen.getAllByText("somebody was faster")).not.toEqual([]));
    expect(callsOf(sent, "decideGrantRequest").at(-1)?.body).toMatchObject({ decision: "approved" });
  });

  it("cannot be decided by their requester, and the screen says why", async () => {
    openEndUsers("", {
      "credits.listGrantRequests": () => ({ reply: { items: [aRequest({ requested_by: "ada" })], total: 1 } }),
    });
    expect(await screen.findByText("You requested this grant. Another administrator has to approve it.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });
});
