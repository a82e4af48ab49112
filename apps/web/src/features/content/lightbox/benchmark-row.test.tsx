import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { callsOf, findOnTop, openContent, operator, pageOf } from "../testing/open-content.tsx";
import { aFavorite, favoriteId } from "../testing/some-content.ts";

const OPEN = `?favorite=${favoriteId(1)}`;
const button = (): Promise<HTMLElement> => screen.findByRole("button", { name: /^Add as benchmark row/ });

const aBenchmark = (place: number, status: string) => ({
  id: favoriteId(900 + place),
  kind: "Benchmark",
  name: `Benchmark ${place}`,
  description: "",
  tags: [],
  status,
  owner: "ada",
  owner_id: favoriteId(1),
  is_mine: true,
  rows: 4,
  columns: 2,
  progress: null,
  spend: null,
  votes: null,
  revision: 1,
  archived_at: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
});

describe("turning a favourite into a benchmark row", () => {
  it("is offered only with the maker's consent, the permission and a prompt", async () => {
    const cases = [
      [{ has_consented: false }, ["MAGI_ADMIN", "USE_VERSION_1_0"], "The creator has not consented"],
      [{}, ["MAGI_ADMIN"], "Requires the permission USE_VERSION_1_0"],
      [{ prompt: "" }, ["MAGI_ADMIN", "USE_VERSION_1_0"], "This favourite has no prompt"],
    ] as const;
    for (const [overrides, permissions, words] of cases) {
      const { unmount } = openContent(OPEN, {
        "auth.me": () => operator([...permissions]),
        "content.listFavorites": () => pageOf([aFavorite(1, overrides)]),
      });
      const act = await button();
      expect((act as HTMLButtonElement).disabled).toBe(true);
      const hint = document.getElementById(act.getAttribute("aria-describedby") ?? "");
      expect(hint?.textContent).toContain(words);
      unmount();
    }
  });

  it("adds the prompt to a benchmark that takes rows, and leads there", async () => {
    const { user, sent } = openContent(OPEN, {
      "tasks.listTasks": () => ({ reply: { items: [aBenchmark(1, "Finished"), aBenchmark(2, "Init")], total: 2 } }),
      "content.makeBenchmarkRow": () => ({ reply: { task_id: favoriteId(902), row: 4 } }),
    });
    await user.click(await button());
    const dialog = await findOnTop("Add as benchmark row");
    expect(await within(dialog).findByText(/Benchmark 2 · 4 rows/)).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Add row" }));
    expect(await screen.findByText(/Added as row 5 of Benchmark 2/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Open benchmark" }).getAttribute("href")).toContain(favoriteId(902));
    expect(callsOf(sent, "makeBenchmarkRow").map(({ body }) => body)).toEqual([
      { id: favoriteId(1), task_id: favoriteId(902) },
    ]);
    const asked = sent.find(({ name }) => name === "tasks.listTasks")?.url.searchParams;
    await waitFor(() => expect(asked?.get("is_mine")).toBe("true"));
  });

  it("says what to do when no benchmark takes rows", async () => {
    const { user } = openContent(OPEN, { "tasks.listTasks": () => ({ reply: { items: [], total: 0 } }) });
    await user.click(await button());
    expect(await screen.findByRole("heading", { name: "No benchmark available" })).toBeDefined();
  });
});
