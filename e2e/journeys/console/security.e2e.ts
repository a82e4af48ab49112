import type { Locator, Page } from "@playwright/test";
import { stepAt, totpAt } from "../../../apps/server/src/features/auth/second-factors/totp.rules.ts";
import { currentRun } from "../../environment.ts";
import { addCustomer } from "../../fixtures/people/end-users.ts";
import { PASSWORD, type Person } from "../../fixtures/people/people.ts";
import { signIn } from "../../fixtures/people/sign-in-form.ts";
import { addAuthenticator } from "../../fixtures/people/virtual-authenticator.ts";
import { expect, test } from "../../fixtures/test.ts";

const STEP_MS = 30_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const REFUSED = /status of 40[13]/;

/** What the app on the phone shows at this time. */
const appCode = (secret: string, atMs: number): string => {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpAt(bytes, stepAt(new Date(atMs)));
};

const openSecondFactor = async (page: Page, { realname }: Person): Promise<Locator> => {
  await page.getByRole("button", { name: `Account: ${realname}` }).click();
  await page.getByRole("menuitem", { name: "two-step sign-in" }).click();
  return page.getByRole("dialog", { name: "Two-step sign-in" });
};

const startSignIn = async (page: Page, person: Person): Promise<void> => {
  await page.goto("/#/login");
  await signIn(page, person);
};

/** Asks for more credits than one administrator may grant. */
const requestGrant = async (page: Page, email: string): Promise<Locator> => {
  await page.goto(`/#/platform/user?user=${encodeURIComponent(email)}&tab=credits`);
  await page.getByRole("button", { name: "Grant credits" }).click();
  const form = page.getByRole("dialog", { name: /^Grant credits to/ });
  await form.getByRole("textbox", { name: "Amount" }).fill("250000");
  await form.getByRole("radio", { name: "Compensation" }).check();
  await form.getByLabel("Reason").fill("two jobs that failed");
  await form.getByLabel(`Type ${email} to confirm`).fill(email);
  await form.getByRole("button", { name: "Request 250,000 credits" }).click();
  return form;
};

test("a large grant with an old sign-in asks for the password, and then goes through as it was entered", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  faults.allow(REFUSED);
  const operator = await people.add({ permissions: ["MAGI_ADMIN"] });
  await enterAs(operator);
  await page.goto("/#/platform/user");
  await expect(page.getByRole("heading", { level: 1, name: "End users" })).toBeVisible();
  const customer = await addCustomer(page, "Stella Stepup");
  await people.ageSessions(operator);
  const form = await requestGrant(page, customer.email);

  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirmation.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(confirmation.getByText("this is not the password or code of your account")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(form.getByLabel("Reason")).toHaveValue("two jobs that failed");

  await form.getByRole("button", { name: "Request 250,000 credits" }).click();
  await expect(confirmation.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("You requested this grant. Another administrator has to approve it.")).toBeVisible();
  await expect(confirmation).toBeHidden();
});

test("an authenticator app is set up, asked for at the next sign-in, and replaced by a recovery code", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  faults.allow(REFUSED);
  const ida = await people.add({ realname: "Ida Internal" });
  await enterAs(ida);
  await page.goto("/#/frog-home");
  const dialog = await openSecondFactor(page, ida);
  await dialog.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = ((await dialog.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const startedMs = Date.now();
  await dialog.getByLabel("Code of the app").fill(appCode(secret, startedMs));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const items = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(dialog.getByText("10 recovery codes are left")).toBeVisible();

  await people.endSessions(ida);
  await page.context().clearCookies();
  await startSignIn(page, ida);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  // The code of the step that follows is accepted early, and the one that set the app up was used.
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, startedMs + STEP_MS));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/#\/dataset$/);

  await people.endSessions(ida);
  await page.context().clearCookies();
  await startSignIn(page, ida);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/#\/dataset$/);
});

test.describe("at a host name", () => {
  // Browsers make no passkeys for the IP address of the other journeys.
  test.use({ baseURL: currentRun().origin.replace("127.0.0.1", "localhost") });

  test("a passkey is added, signs in alone, confirms a large grant, and is removed with itself", async ({
    page,
    people,
    faults,
  }) => {
    faults.allow(REFUSED);
    await addAuthenticator(page);
    const operator = await people.add({ permissions: ["MAGI_ADMIN"], realname: "Petra Passkey" });
    await startSignIn(page, operator);
    await expect(page).toHaveURL(/#\/dataset$/);
    const dialog = await openSecondFactor(page, operator);
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByLabel("Name of the passkey").fill("work laptop");
    await dialog.getByRole("button", { name: "Continue on the device" }).click();
    await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await expect(dialog.getByRole("list", { name: "Passkeys" })).toContainText("work laptop");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: `Account: ${operator.realname}` }).click();
    await page.getByRole("menuitem", { name: "logout" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page).toHaveURL(/#\/dataset$/);

    await page.goto("/#/platform/user");
    await expect(page.getByRole("heading", { level: 1, name: "End users" })).toBeVisible();
    const customer = await addCustomer(page, "Pascal Paid");
    await people.ageSessions(operator);
    await requestGrant(page, customer.email);
    const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
    await confirmation.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("You requested this grant. Another administrator has to approve it.")).toBeVisible();

    await page.goto("/#/frog-home");
    // Another shell: the account menu of the one before goes away with it.
    await expect(page.getByRole("heading", { level: 1, name: `Welcome, ${operator.realname}` })).toBeVisible();
    const again = await openSecondFactor(page, operator);
    await again.getByRole("button", { name: "Remove work laptop" }).click();
    await again.getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(again.getByText("Your account has no passkey yet.")).toBeVisible();
  });

  test("a passkey completes a sign-in with the password", async ({ page, people, faults }) => {
    faults.allow(REFUSED);
    await addAuthenticator(page);
    const ida = await people.add({ realname: "Ida Internal" });
    await startSignIn(page, ida);
    await expect(page).toHaveURL(/#\/dataset$/);
    const dialog = await openSecondFactor(page, ida);
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByRole("button", { name: "Continue on the device" }).click();
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await people.endSessions(ida);
    await page.context().clearCookies();
    await page.goto("/#/login");
    await page.reload();
    await signIn(page, ida);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(/#\/dataset$/);
  });
});
