import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aConfig, bodyOfLast, openSettings } from "../testing/fake-settings.ts";

const PATH = "/dynamic-config-manage";

const DECLARED = [
  {
    key: "assets.quota_bytes",
    schema: { type: "number", unit: "bytes" },
    default_value: 10,
    description: "All assets.",
  },
  { key: "render.width", schema: { type: "number" }, default_value: 1, description: "There already." },
] as const;

it("the settings screen suggests the keys the code reads that are not there yet, and fills in what is known of them", async () => {
  const { user, sent, router } = openSettings(PATH, [aConfig("render.width")], {
    "settings.listConfigs": () => ({ reply: { items: [], total: 0, namespaces: [], declared: DECLARED } }),
    "settings.createConfig": ({ body }) => ({ reply: aConfig((body as { key: string }).key, { status: "draft" }) }),
  });
  await screen.findByText("No keys yet");
  await user.keyboard("n");
  const dialog = await screen.findByRole("dialog", { name: "Create key" });
  const box = within(dialog).getByRole("combobox", { name: "Key" });
  await user.click(box);
  await user.click(await screen.findByTitle("All assets."));
  expect(screen.queryByTitle("There already.")).toBeNull();
  expect(within(dialog).getByRole<HTMLInputElement>("spinbutton", { name: "Value" }).value).toBe("10");
  await user.click(within(dialog).getByRole("button", { name: "Create as draft" }));
  await waitFor(() => expect(router.state.location.search).toBe("?key=assets.quota_bytes"));
  expect(bodyOfLast(sent, "settings.createConfig")).toEqual({
    key: "assets.quota_bytes",
    schema: { type: "number", unit: "bytes" },
    value: 10,
    description: "All assets.",
    sensitive: false,
  });
});

it("the settings screen names a key that is no key, and sends nothing", async () => {
  const { user, sent } = openSettings(PATH, []);
  await screen.findByText("No keys yet");
  await user.keyboard("n");
  const dialog = await screen.findByRole("dialog", { name: "Create key" });
  await user.type(within(dialog).getByRole("combobox", { name: "Key" }), "Quota");
  await user.click(within(dialog).getByRole("button", { name: "Create as draft" }));
  expect(await within(dialog).findByText(/^Use namespace\.name/)).toBeDefined();
  expect(bodyOfLast(sent, "settings.createConfig")).toBeUndefined();
});

it("the settings screen looks at a file before anything happens, then imports it", async () => {
  const rows = [
    { key: "render.width", action: "update", notes: [] },
    { key: "render.new", action: "create", notes: [] },
    { key: "render.token", action: "refused", notes: ["this key is sensitive: enter its value manually"] },
  ];
  const { user, sent } = openSettings(PATH, [aConfig("render.width")], {
    "settings.importConfigs": () => ({ reply: { rows } }),
  });
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Import from JSON…" }));
  const items = [{ key: "render.width", schema: { type: "number" }, value: 4, description: "" }];
  const input = await screen.findByLabelText("Choose a JSON file");
  await user.upload(input, new File(["{"], "broken.json", { type: "application/json" }));
  expect(await screen.findByText("The file is not valid JSON.")).toBeDefined();
  await user.upload(input, new File([JSON.stringify({ items })], "config.json", { type: "application/json" }));
  expect(await screen.findByText("1 to create, 1 to update, 0 unchanged, 1 rejected")).toBeDefined();
  expect(bodyOfLast(sent, "settings.importConfigs")).toEqual({ items, is_dry_run: true });
  await user.click(screen.getByRole("button", { name: "Import 2 keys as drafts" }));
  await waitFor(() => expect(bodyOfLast(sent, "settings.importConfigs")).toEqual({ items, is_dry_run: false }));
  expect(await screen.findByText(/^Imported as drafts/)).toBeDefined();
});
