import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SentCall } from "../../../testing/fake-api.ts";
import { callsOf, openContent, pageOf } from "../testing/open-content.tsx";
import { aFavorite } from "../testing/some-content.ts";

const lastBody = (sent: readonly SentCall[]): unknown => callsOf(sent, "listFavorites").at(-1)?.body;
const tiles = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole("list", { name: "Favourites" })).getAllByRole("link");

afterEach(() => vi.useRealTimers());

describe("the wall of favourites", () => {
  it("asks for the filters of the address, without the default end", async () => {
    const { sent } = openContent("?source=web&assets_type=image&audit_status=none&user=mei%40customer.example&page=3");
    await tiles();
    expect(lastBody(sent)).toEqual({
      offset: 96,
      limit: 48,
      source: "web",
      assets_type: "image",
      audit_status: "none",
      user_email: "mei@customer.example",
      start_time: new Date(2021, 0, 1).toISOString(),
    });
    expect(screen.getByText(/2021-01-01 00:00:00 – 2031-01-01 00:00:00/)).toBeDefined();
  });

  it("keeps a filter in the address and goes back to the first page", async () => {
    const { user, router, sent } = openContent("?page=2");
    await tiles();
    await user.click(screen.getByRole("button", { name: "7 days" }));
    await waitFor(() => expect(router.state.location.search).toBe("?days=7"));
    await user.click(screen.getByRole("button", { name: "Source" }));
    await user.click(await screen.findByRole("checkbox", { name: "app" }));
    await waitFor(() => expect(lastBody(sent)).toMatchObject({ source: "app", offset: 0 }));
    expect(router.state.location.search).toContain("source=app");
  });

  it("finds the address of a user by its first letters", async () => {
    const { user, sent } = openContent("", {
      "credits.searchEndUsers": () => ({
        reply: {
          items: [
            {
              email: "mei@customer.example",
              name: "Mei Lin",
              status: "active",
              has_consented: true,
              created_at: "2025-01-01T00:00:00Z",
              seen_at: "2026-11-01T00:00:00Z",
            },
          ],
        },
      }),
    });
    await user.click(await screen.findByRole("button", { name: "User" }));
    await user.type(await screen.findByRole("searchbox", { name: "E-mail of an end user" }), "mei");
    await user.click(await screen.findByRole("button", { name: /mei@customer/ }));
    await waitFor(() => expect(lastBody(sent)).toMatchObject({ user_email: "mei@customer.example" }));
  });

  it("says more where nobody counts, and still leads on", async () => {
    const full = Array.from({ length: 48 }, (_, place) => aFavorite(place + 1));
    const { user, router } = openContent("?page=209", {
      "content.listFavorites": () => ({
        reply: { items: full, total: 10_000, is_total_exact: false, sources: [] },
      }),
    });
    await tiles();
    expect(screen.getByText("10,000+ favourites")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(router.state.location.search).toBe("?page=210"));
  });

  it("is one stop for Tab, and the arrows walk in it", async () => {
    const { user } = openContent();
    const all = await tiles();
    expect(all.map((tile) => tile.tabIndex)).toEqual([0, -1, -1]);
    all[0]?.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(all[2]);
    await user.keyboard("{Home}{Enter}");
    expect(await screen.findByRole("dialog", { name: "Video of mei@customer.example" })).toBeDefined();
  });

  it("asks for new addresses when old ones have run out, and not when they are new", async () => {
    const { sent, container } = openContent();
    await tiles();
    const poster = (): HTMLImageElement => container.querySelector(".ds-clip-poster") as HTMLImageElement;
    fireEvent.error(poster());
    expect(callsOf(sent, "listFavorites")).toHaveLength(1);
    const later = Date.now() + 20 * 60_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    fireEvent.error(poster());
    await waitFor(() => expect(callsOf(sent, "listFavorites")).toHaveLength(2));
    vi.restoreAllMocks();
  });

  it("tells an empty platform from filters that hide everything", async () => {
    const { user } = openContent("?source=web", { "content.listFavorites": () => pageOf([]) });
    await screen.findByRole("heading", { name: "No favourite matches these filters" });
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    await user.click(clear as HTMLElement);
    expect(await screen.findByRole("heading", { name: "No favourites yet" })).toBeDefined();
  });

  it("stands with the reason when it cannot be loaded", async () => {
    openContent("", { "content.listFavorites": () => ({ refuse: 500, detail: "the wall is down" }) });
    const panel = await screen.findByText("The favourites could not be loaded");
    expect(panel.closest("[role=alert]")?.textContent).toContain("the wall is down");
    expect(screen.queryByText("0 favourites")).toBeNull();
  });
});
