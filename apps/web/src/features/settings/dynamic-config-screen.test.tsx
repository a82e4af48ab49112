import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aConfig, bodyOfLast, openSettings } from "./testing/fake-settings.ts";

const PATH = "/dynamic-config-manage";
const draft = aConfig("render.timeout", { status: "draft", version: 4, value_version: 4, value: 20 });

it("the settings screen shows first what waits to be published, and opens its difference", async () => {
  const { user, router } = openSettings(PATH, [aConfig("render.width"), draft]);
  const strip = await screen.findByRole("region", { name: "1 unpublished draft" });
  await user.click(within(strip).getByRole("button", { name: /render\.timeout/ }));
  expect(await screen.findByRole("dialog", { name: "render.timeout" })).toBeDefined();
  expect(router.state.location.search).toBe("?key=render.timeout&tab=changes");
  const difference = await screen.findByLabelText("Published, version 3 → Newest, version 4");
  expect(difference.textContent).toContain("Removed 10");
  expect(difference.textContent).toContain("Added 20");
});

it("the settings screen keeps namespace, search and status in the address and sends them", async () => {
  const { user, router, sent } = openSettings(PATH, [aConfig("render.width"), draft]);
  await user.click(await screen.findByRole("link", { name: /^render/ }));
  await user.type(screen.getByRole("searchbox", { name: "Key, description or value" }), "zzz{Enter}");
  expect(await screen.findByText("No key matches")).toBeDefined();
  expect(router.state.location.search).toBe("?ns=render&q=zzz");
  await waitFor(() =>
    expect(bodyOfLast(sent, "settings.listConfigs")).toEqual({ namespace: "render", q: "zzz", limit: 50, offset: 0 }),
  );
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? document.body);
  expect(router.state.location.search).toBe("");
});

it("the settings screen offers one action when there are no settings", async () => {
  const { user } = openSettings(PATH, []);
  expect(await screen.findByText("No keys yet")).toBeDefined();
  expect(screen.queryByText(/unpublished drafts/)).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "Create key" }).at(-1) ?? document.body);
  expect(await screen.findByRole("dialog", { name: "Create key" })).toBeDefined();
});

it("the settings screen says what failed and tries again", async () => {
  let isDown = true;
  const list = { items: [aConfig("render.width")], total: 1, namespaces: [], declared: [] };
  const { user } = openSettings(PATH, [], {
    "settings.listConfigs": () => (isDown ? { refuse: 500, detail: "the list is ill" } : { reply: list }),
  });
  const words = await screen.findAllByText("the list is ill");
  const alert = words.map((each) => each.closest<HTMLElement>(".ds-error")).find((each) => each !== null);
  if (!alert) throw new Error("the failure stands nowhere on the page");
  expect(alert.textContent).toContain("req-42");
  isDown = false;
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("render.width")).toBeDefined();
});

it("the settings screen never shows a sensitive value", async () => {
  openSettings(PATH, [aConfig("render.token", { sensitive: true, value: null, published_value: null })]);
  expect(await screen.findByText("hidden")).toBeDefined();
});
