import { REFUSED_AS_STRANGER } from "../../fixtures/page-faults.ts";
import { passwordField, signIn } from "../../fixtures/people/sign-in-form.ts";
import { expect, test } from "../../fixtures/test.ts";

const NEW_PASSWORD = "seven lanterns on a pier";

test.beforeEach(({ faults }) => faults.allow(REFUSED_AS_STRANGER));

test("somebody with a password signs in and lands on the datasets", async ({ page, people }) => {
  const ida = await people.add({ realname: "Ida Internal" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signIn(page, ida);
  await expect(page).toHaveURL(/#\/dataset$/);
  await expect(page.getByRole("button", { name: "Account: Ida Internal" })).toBeVisible();
});

test("a wrong password is said beside the form, once, and the page stays", async ({ page, people }) => {
  const ida = await people.add();
  await page.goto("/#/login");
  const loads: string[] = [];
  page.on("framenavigated", (frame) => loads.push(frame.url()));
  await signIn(page, ida, "not the password at all");
  await expect(page.getByRole("alert")).toHaveText("the username or password is wrong");
  await expect(page.getByText("the username or password is wrong")).toHaveCount(1);
  await expect(page).toHaveURL(/#\/login$/);
  expect(loads).toEqual([]);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});

test("empty fields are named before anything is sent", async ({ page }) => {
  await page.goto("/#/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("please enter a username");
  await page.getByLabel("Username or e-mail").fill("ida");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("please enter a password");
});

test("somebody without a password signs in by code, sets one, and signs in with it", async ({
  page,
  people,
  codeFor,
}) => {
  const nora = await people.add({ realname: "Nora New", hasPassword: false });

  await page.goto("/#/login");
  await page.getByRole("radio", { name: "One-time code" }).check();
  await page.getByLabel("E-mail").fill(nora.email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await codeFor(nora));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  const dialog = page.getByRole("dialog", { name: "set password" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();

  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(dialog.getByText("please enter a password")).toBeVisible();

  await dialog.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel("Confirm password").fill("eight lanterns on a pier");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(dialog.getByText("the two passwords do not match")).toBeVisible();

  await dialog.getByLabel("Confirm password").fill(NEW_PASSWORD);
  const reloaded = page.waitForEvent("load");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await reloaded;
  await expect(page.getByRole("button", { name: "Account: Nora New" })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Account: Nora New" }).click();
  await page.getByRole("menuitem", { name: "logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signIn(page, nora, NEW_PASSWORD);
  await expect(page.getByRole("button", { name: "Account: Nora New" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("the dialog can be put off, and comes back on the next screen until a password is set", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ hasPassword: false }));
  await page.goto("/#/frog-home");
  const dialog = page.getByRole("dialog", { name: "set password" });
  await dialog.getByRole("button", { name: "Later" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "dataset", exact: true }).click();
  await expect(dialog).toBeVisible();
});

test("the password can be looked at before it is sent", async ({ page }) => {
  await page.goto("/#/login");
  await passwordField(page).fill("visible for a moment");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
});
