import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../fixtures/answers.ts";
import { SETTINGS_PATH, type SeededConfig, seedConfigs } from "../fixtures/settings.ts";
import type { View } from "./view.ts";

const PROMPT = ["You judge short clips.", "Look at motion first, then at light.", "Answer with one word."];

const KEYS: readonly SeededConfig[] = [
  {
    key: "assets.upload_part_bytes",
    schema: { type: "number", min: 5_242_880, max: 104_857_600, is_integer: true, unit: "bytes" },
    value: 16_777_216,
    description: "How large each part of an upload is.",
  },
  {
    key: "generation.allowed_resolutions",
    schema: { type: "list", item_type: "text", is_unique: true, max_items: 8 },
    value: ["480p", "720p", "1080p"],
    draft: ["480p", "720p", "1080p", "1440p"],
    description: "What the task form offers, in this order.",
  },
  {
    key: "generation.retry_limit",
    schema: { type: "number", min: 0, max: 10, is_integer: true },
    value: 3,
    draft: 5,
  },
  {
    key: "generation.provider_token",
    schema: { type: "text", min_length: 8 },
    value: "not a real token",
    sensitive: true,
    description: "Sent to the sample provider.",
  },
  {
    key: "judging.prompt",
    schema: { type: "text", is_multiline: true },
    value: PROMPT.join("\n"),
    draft: PROMPT.with(1, "Look at motion first, then at light, then at hands.").join("\n"),
  },
  {
    key: "judging.weights",
    schema: { type: "key_value", value_type: "number", max_entries: 12 },
    value: { motion: 0.5, light: 0.3, prompt: 0.2 },
    draft: { motion: 0.4, light: 0.3, prompt: 0.2, hands: 0.1 },
  },
  { key: "labelling.show_hints", schema: { type: "boolean" }, value: true },
  {
    key: "labelling.default_speed",
    schema: { type: "text", options: ["0.5×", "1×", "2×"] },
    value: "1×",
    isUnpublished: true,
  },
];

const openSettings = async (page: Page, query = ""): Promise<void> => {
  await seedConfigs(page, KEYS);
  await page.goto(`${SETTINGS_PATH}${query}`);
  await expect(page.getByRole("row", { name: /judging\.weights/ })).toBeVisible();
};

const view = (name: string, query: string, act: (page: Page) => Promise<void>): View => ({
  name: `settings-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await openSettings(page, query);
    await act(page);
  },
});

const shows = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();
const dialog = (page: Page, name: string) => expect(page.getByRole("dialog", { name })).toBeVisible();

export const SETTINGS_VIEWS: readonly View[] = [
  view("keys", "", shows(/unpublished drafts?/)),
  view("value-list", "?key=generation.allowed_resolutions", shows("Add item")),
  view("value-entries", "?key=judging.weights", shows("Add entry")),
  view("value-secret", "?key=generation.provider_token", shows("Replace value…")),
  view("value-wrong", "?key=generation.retry_limit", async (page) => {
    await page.getByRole("spinbutton", { name: "Value" }).fill("99");
    await expect(page.getByText("Use 10 or less.")).toBeVisible();
  }),
  view("changes", "?key=judging.prompt&tab=changes", shows("Newest, version 2")),
  view("history", "?key=generation.retry_limit&tab=history", shows("Live")),
  view("limits", "?key=assets.upload_part_bytes&tab=limits", shows("JSON Schema")),
  view("publish", "?key=judging.weights", async (page) => {
    await page.getByRole("button", { name: "Publish version 2…" }).click();
    await dialog(page, "Publish version 2 of judging.weights?");
  }),
  view("missing", "?key=judging.gone", shows("Key judging.gone not found")),
  view("create", "", async (page) => {
    await page.getByRole("button", { name: "Create key" }).click();
    await dialog(page, "Create key");
  }),
  view("import", "", async (page) => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Import from JSON…" }).click();
    const items = [
      { key: "judging.prompt", schema: { type: "text" }, value: "short", description: "" },
      { key: "judging.rounds", schema: { type: "number" }, value: 3, description: "" },
      { key: "generation.provider_token", schema: { type: "text" }, value: "12345678", description: "" },
    ];
    const file = { name: "config.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ items })) };
    await page.getByLabel("Choose a JSON file").setInputFiles(file);
    await expect(page.getByText("1 to create, 1 to update, 0 unchanged, 1 rejected")).toBeVisible();
  }),
  {
    name: "settings-none-found",
    viewer: "administrator",
    open: async (page) => {
      await page.goto(`${SETTINGS_PATH}?q=zzzz`);
      await expect(page.getByText("No key matches")).toBeVisible();
    },
  },
  {
    name: "settings-empty",
    viewer: "administrator",
    open: async (page) => {
      await answerCall(page, contract.settings.listConfigs, { items: [], total: 0, namespaces: [], declared: [] });
      await page.goto(SETTINGS_PATH);
      await expect(page.getByText("No keys yet")).toBeVisible();
    },
  },
  {
    name: "settings-failed",
    viewer: "administrator",
    open: async (page) => {
      await refuseCall(page, contract.settings.listConfigs, "internal", "the keys could not be read");
      await page.goto(SETTINGS_PATH);
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    },
  },
];
