import type { SearchHit } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const hit = (kind: SearchHit["kind"], id: string, title: string, rank = 1, note = ""): SearchHit => ({
  kind,
  id,
  title,
  note,
  rank,
});

const open = async (
  search: (q: string) => SearchHit[] | "network failure",
  permissions = ["DYNAMIC_CONFIG_MANAGE", "USE_VERSION_1_0"],
) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions }) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "settings.listConfigs": () => ({ reply: { items: [], total: 0, namespaces: [], declared: [] } }),
    "search.search": ({ url }) => {
      const found = search(url.searchParams.get("q") ?? "");
      return found === "network failure" ? found : { reply: { items: found } };
    },
  });
  const page = renderConsole("/frog-home");
  await screen.findByRole("navigation", { name: "Main menu" });
  const showPalette = async (): Promise<HTMLElement> => {
    await page.user.keyboard("{Control>}k{/Control}");
    return screen.findByRole("combobox");
  };
  return { ...page, sent, showPalette, box: await showPalette() };
};

const searches = (sent: { name: string; url: URL }[]): (string | null)[] =>
  sent.filter(({ name }) => name === "search.search").map(({ url }) => url.searchParams.get("q"));
const options = (): string[] => screen.getAllByRole("option").map((option) => option.textContent ?? "");

describe("the command palette", () => {
  it("sends one request for words typed in a row and groups what it finds by kind", async () => {
    const { user, box, sent } = await open(() => [
      hit("setting", "fox.one", "fox.one", 1, "a setting"),
      hit("task", "t1", "the fox", 2, "Benchmark"),
      hit("setting", "fox.two", "fox.two", 1),
    ]);
    await user.type(box, "fox");
    const settings = await screen.findByRole("group", { name: "Settings" });
    expect(within(settings).getAllByRole("option")).toHaveLength(2);
    expect(within(screen.getByRole("group", { name: "Tasks" })).getByRole("option").textContent).toBe(
      "the foxBenchmark",
    );
    expect(searches(sent)).toEqual(["fox"]);
  });

  it("opens the chosen hit by keyboard and offers it first the next time, before anything is typed", async () => {
    const { user, box, router, showPalette } = await open(() => [hit("setting", "fox.one", "fox.one")]);
    await user.type(box, "fox.o");
    await screen.findByRole("option", { name: /fox.one/ });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dynamic-config-manage"));
    expect(router.state.location.search).toBe("?key=fox.one");
    // The setting is shown in a dialog, which has the keyboard until the next screen is drawn.
    await screen.findByRole("dialog");
    await router.navigate("/frog-home");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await showPalette();
    const recent = await screen.findByRole("group", { name: "Recent" });
    expect(within(recent).getByRole("option").textContent).toContain("fox.one");
  });

  it("leaves out what the reader cannot open", async () => {
    const { user, box } = await open(
      () => [hit("setting", "fox.one", "fox.one"), hit("dataset", "d1", "fox footage")],
      [],
    );
    await user.type(box, "fox");
    await screen.findByRole("group", { name: "Datasets" });
    expect(options()).toEqual(["fox footage"]);
  });

  it("says that nothing matches, and offers to repeat a failed search", async () => {
    let isDown = true;
    const { user, box } = await open((q) => {
      if (q === "zzzz") return [];
      return isDown ? "network failure" : [hit("setting", "fox.one", "fox.one")];
    });
    await user.type(box, "zzzz");
    expect(await screen.findByRole("option", { name: "No matches." })).toBeDefined();
    await user.clear(box);
    await user.type(box, "fox.");
    await screen.findByRole("option", { name: /The search failed/ });
    isDown = false;
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("option", { name: /fox.one/ })).toBeDefined();
  });
});
