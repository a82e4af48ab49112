import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { EDITOR_PATH, makeFromStarter, openSet, panel, preview, questions } from "../../fixtures/judging/dimensions.ts";
import type { View } from "../view.ts";

/** Fixed keys, so that a second view does not create another template. */
const KEYS = {
  default: "019c0000-0000-7000-8000-000000000001",
  vbench16: "019c0000-0000-7000-8000-000000000002",
  acr: "019c0000-0000-7000-8000-000000000003",
} as const;

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `dimensions-${name}`,
  viewer: "administrator",
  open,
});

const openStarter = async (page: Page, starter: keyof typeof KEYS): Promise<void> => {
  const { id } = await makeFromStarter(page, starter, KEYS[starter]);
  await openSet(page, id);
};

export const DIMENSION_VIEWS: readonly View[] = [
  view("empty", async (page) => {
    await answerCall(page, contract.dimensions.listTemplates, { items: [], total: 0 });
    await page.goto(EDITOR_PATH);
    await expect(page.getByText("No sets yet")).toBeVisible();
  }),
  view("sets", async (page) => {
    await makeFromStarter(page, "default", KEYS.default);
    await makeFromStarter(page, "acr", KEYS.acr);
    await page.goto(EDITOR_PATH);
    await expect(page.getByRole("row", { name: /Absolute category rating/ }).first()).toBeVisible();
  }),
  view("fault", async (page) => {
    await refuseCall(page, contract.dimensions.listTemplates, "internal", "unknown error, try again later");
    await page.goto(EDITOR_PATH);
    await expect(page.getByText("Loading failed")).toBeVisible();
  }),
  view("comparison", async (page) => {
    await openStarter(page, "default");
    await questions(page)
      .getByRole("button", { name: /^Motion Quality/ })
      .click();
    await expect(panel(page)).toBeVisible();
    await preview(page).getByRole("radio", { name: "1 B is better" }).first().check({ force: true });
  }),
  view("sixteen", async (page) => {
    await openStarter(page, "vbench16");
    await expect(preview(page).getByRole("heading", { name: "Against the prompt" })).toBeAttached();
  }),
  view("new-question", async (page) => {
    await openStarter(page, "acr");
    await page.getByRole("button", { name: "New dimension" }).click();
    await panel(page).getByRole("textbox", { name: "Name" }).first().fill("Flicker");
    await panel(page).getByText("Measurement").click();
    await expect(panel(page).getByRole("combobox", { name: "Metric" })).toBeVisible();
  }),
  view("import", async (page) => {
    await page.goto(EDITOR_PATH);
    await page.getByRole("button", { name: "Import set" }).click();
    await expect(page.getByRole("dialog", { name: "Import set" })).toBeVisible();
  }),
];
