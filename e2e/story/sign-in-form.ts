import type { Locator, Page } from "@playwright/test";
import { PASSWORD, type Person } from "./people.ts";

/** The password field; the choice of the way to sign in has the same name. */
export const passwordField = (page: Page): Locator =>
  page.getByLabel("Password", { exact: true }).and(page.locator("[name=password]"));

export const signIn = async (page: Page, { username }: Person, password = PASSWORD): Promise<void> => {
  await page.getByLabel("Username or e-mail").fill(username);
  await passwordField(page).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
};
