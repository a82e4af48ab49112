import type { FavoriteItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { callsOf, findOnTop, openContent, operator, pageOf } from "../testing/open-content.tsx";
import { aFavorite, favoriteId } from "../testing/some-content.ts";

const at = (place: number): string => `favorite=${favoriteId(place)}`;
const box = (): Promise<HTMLElement> => screen.findByRole("dialog", { name: /^Video of/ });

/** A mock server that stores decisions and filters decided items out of the undecided list. */
const deciding = () => {
  const items = [1, 2, 3].map((place) => aFavorite(place));
  return {
    "content.listFavorites": ({ body }: { body: unknown }) => {
      const { audit_status: wanted } = body as { audit_status?: string };
      return pageOf(items.filter((item) => wanted === undefined || item.audit_status === wanted));
    },
    "content.auditFavorite": ({ body }: { body: unknown }) => {
      const { id, audit_status } = body as Pick<FavoriteItem, "id" | "audit_status">;
      const place = items.findIndex((item) => item.id === id);
      const reply = { ...aFavorite(place + 1), audit_status, audited_by: "ada", audited_at: "2026-11-15T00:00:00Z" };
      items[place] = reply;
      return { reply };
    },
  };
};

describe("the lightbox", () => {
  it("shows prompt, seed and parameters, and leads to the project, the task and the user", async () => {
    openContent(`?source=web&${at(1)}`);
    const open = await box();
    expect(await within(open).findByText("4242")).toBeDefined();
    expect(within(open).getByText("guidance")).toBeDefined();
    expect(within(open).getByText("A ferry leaves the harbour, take 1")).toBeDefined();
    const to = (name: string): string => within(open).getByRole("link", { name }).getAttribute("href") ?? "";
    expect(to("The ferry at dawn")).toContain("project=prj_ferry");
    expect(to("The ferry at dawn")).toContain("source=web");
    expect(to("tsk_1")).toContain("task=tsk_1");
    expect(to("mei@customer.example")).toContain("/platform/user?user=mei%40customer.example");
  });

  it("walks by the arrow keys, and Escape leaves it", async () => {
    const { user, router } = openContent(`?${at(1)}`);
    await box();
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect(router.state.location.search).toBe(`?${at(2)}`);
    expect(screen.getByText("2 of 3")).toBeDefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("take 2"));
  });

  it("walks over the edge of a page", async () => {
    const full = Array.from({ length: 48 }, (_, place) => aFavorite(place + 1));
    const { user, router } = openContent(`?${at(48)}`, {
      "content.listFavorites": ({ body }) =>
        (body as { offset: number }).offset === 0 ? pageOf(full, 49) : pageOf([aFavorite(49)], 49),
    });
    await box();
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(router.state.location.search).toBe(`?${at(49)}&page=2`));
    expect(await screen.findByText("49 of 49")).toBeDefined();
    await user.keyboard("{ArrowLeft}");
    await waitFor(() => expect(router.state.location.search).toBe(`?${at(48)}`));
  });

  it("approves what was seen, and keeps it open though the filter hides it now", async () => {
    const { user, sent, router } = openContent(`?audit_status=none&${at(2)}`, deciding());
    const open = await box();
    await user.click(within(open).getByRole("button", { name: "Approve" }));
    expect(await within(open).findByText("Approved")).toBeDefined();
    expect(callsOf(sent, "auditFavorite").map(({ body }) => body)).toEqual([
      { id: favoriteId(2), audit_status: "approved", expected_status: "none", reason: "" },
    ]);
    expect(await screen.findByText("No longer matches the filters")).toBeDefined();
    await user.keyboard("{ArrowRight}");
    expect(router.state.location.search).toContain(favoriteId(3));
  });

  it("rejects with a reason only", async () => {
    const { user, sent } = openContent(`?${at(1)}`, deciding());
    await box();
    await user.keyboard("r");
    const dialog = await findOnTop("Reject the favourite of mei@customer.example");
    await user.click(within(dialog).getByRole("button", { name: "Reject favourite" }));
    expect(await within(dialog).findByText("please enter a reason")).toBeDefined();
    await user.type(within(dialog).getByLabelText("Reason"), "shows a real person");
    await user.click(within(dialog).getByRole("button", { name: "Reject favourite" }));
    await waitFor(() =>
      expect(callsOf(sent, "auditFavorite")[0]?.body).toMatchObject({
        audit_status: "rejected",
        expected_status: "none",
        reason: "shows a real person",
      }),
    );
    expect(await screen.findByText("Rejected", { selector: "[role=dialog] *" })).toBeDefined();
  });

  it("shows what somebody faster has decided", async () => {
    let status: FavoriteItem["audit_status"] = "none";
    const { user } = openContent(`?${at(1)}`, {
      "content.listFavorites": () => pageOf([aFavorite(1, { audit_status: status })]),
      "content.auditFavorite": () => {
        status = "rejected";
        return { refuse: 409, code: "conflict", detail: "somebody was faster" };
      },
    });
    const open = await box();
    await user.keyboard("a");
    expect(await screen.findByText("somebody was faster")).toBeDefined();
    expect(await within(open).findByText("Rejected")).toBeDefined();
  });

  it("sends nothing for somebody who lost the permission meanwhile", async () => {
    let permissions = ["MAGI_ADMIN"];
    const { user, sent } = openContent(`?${at(1)}`, { "auth.me": () => operator(permissions) });
    const open = await box();
    permissions = [];
    await user.click(within(open).getByRole("button", { name: "Approve" }));
    await user.click(within(open).getByRole("button", { name: "Reject…" }));
    expect((await screen.findAllByText("current user has no operation permission")).length).toBeGreaterThan(0);
    expect(callsOf(sent, "auditFavorite")).toEqual([]);
    expect(screen.queryByText(/^Reject the favourite of/)).toBeNull();
  });

  it("says so when the favourite of the address is not on the page", async () => {
    openContent(`?${at(77)}`);
    expect(await screen.findByRole("dialog", { name: "This favourite is not on this page" })).toBeDefined();
  });
});
