import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall } from "../fixtures/answers.ts";
import { passwordField } from "../fixtures/people/sign-in-form.ts";
import type { View } from "./view.ts";

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();

const screen =
  (address: string, title: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/#${address}`);
    await heading(page, title);
  };

const developerTab = (tab: string, isReady: (page: Page) => Promise<void>): View => ({
  name: `desk-${tab}`,
  viewer: "administrator",
  open: async (page) => {
    await page.goto(`/#/dev?tab=${tab}`);
    await isReady(page);
  },
});

/** Of an account with every kind of second factor. */
const secondStep = async (page: Page): Promise<void> => {
  await answerCall(page, contract.auth.login, { second_factors: ["passkey", "totp", "recovery_code"] });
  await screen("/login", "Sign in")(page);
  await page.getByLabel("Username or e-mail").fill("ada");
  await passwordField(page).fill("a passphrase");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
};

export const SIGN_IN_VIEWS: readonly View[] = [
  { name: "login-password", viewer: "stranger", open: screen("/login", "Sign in") },
  {
    name: "login-code",
    viewer: "stranger",
    open: async (page) => {
      await screen("/login", "Sign in")(page);
      await page.getByRole("radio", { name: "One-time code" }).check();
      await expect(page.getByLabel("E-mail")).toBeVisible();
    },
  },
  {
    name: "login-code-sent",
    viewer: "stranger",
    open: async (page) => {
      await screen("/login", "Sign in")(page);
      await page.getByRole("radio", { name: "One-time code" }).check();
      await page.getByLabel("E-mail").fill("nobody@dailies.test");
      await page.getByRole("button", { name: "Send code" }).click();
      await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
    },
  },
  {
    name: "login-refused",
    viewer: "stranger",
    open: async (page) => {
      await screen("/login", "Sign in")(page);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("alert")).toHaveText("please enter a username");
    },
  },
  { name: "login-second-step-passkey", viewer: "stranger", open: secondStep },
];

export const SCREEN_VIEWS: readonly View[] = [
  { name: "home", viewer: "administrator", open: screen("/frog-home", /^Welcome/) },
  { name: "home-external", viewer: "external", open: screen("/frog-home", /^Welcome/) },
  developerTab("engines", (page) => expect(page.getByRole("rowheader", { name: /^PostgreSQL/ })).toBeVisible()),
  developerTab("build", (page) => expect(page.getByText("Build of this page")).toBeVisible()),
  developerTab("reference", (page) => expect(page.getByText("/api/auth/login", { exact: true })).toBeVisible()),
  developerTab("sessions", (page) => expect(page.getByText("This session")).toBeVisible()),
  developerTab("switches", (page) =>
    expect(page.getByRole("button", { name: "Reset browser settings" })).toBeVisible(),
  ),
  { name: "version-one", viewer: "administrator", open: screen("/task-manage", "Task centre") },
  {
    name: "version-one-collapsed",
    viewer: "administrator",
    open: async (page) => {
      await screen("/user-manage", "User management")(page);
      await page.getByRole("button", { name: "Collapse menu" }).click();
      await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
    },
  },
  { name: "platform", viewer: "administrator", open: screen("/platform/user", "End users") },
];
