import { randomUUID } from "node:crypto";
import type { DimensionItem, STARTERS, TemplateDetail } from "@dailies/contract";
import { expect, type Locator, type Page } from "@playwright/test";
import { callFrom } from "./call.ts";

export const EDITOR_PATH = "/#/dimension-set-editor";

export const makeFromStarter = (page: Page, starter: (typeof STARTERS)[number], key: string = randomUUID()) =>
  callFrom<TemplateDetail>(page, "/dimension/template/create_starter", { starter, request_key: key });

export const makeDimension = (page: Page, key: string, wishes: object = {}) =>
  callFrom<DimensionItem>(page, "/dimension/create", {
    ...{ key, name: key, field: { type: "boolean" }, request_key: randomUUID() },
    ...wishes,
  });

export const openSet = async (page: Page, id: string, query = ""): Promise<void> => {
  await page.goto(`${EDITOR_PATH}?template=${id}${query}`);
  await expect(questions(page)).toBeVisible();
};

export const questions = (page: Page): Locator => page.getByRole("region", { name: "Questions of this set" });
export const preview = (page: Page): Locator => page.getByRole("region", { name: "As judges see it" });
export const panel = (page: Page): Locator => page.getByRole("region", { name: "What it asks" });

/** The names of the questions in their order. */
export const expectOrder = (page: Page, names: readonly string[]): Promise<void> =>
  expect(questions(page).getByRole("listitem").locator("[data-entry-name] > span:first-child")).toHaveText([...names]);
