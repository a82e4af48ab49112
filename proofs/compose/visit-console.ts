/// <reference lib="dom" />
// What somebody does who has just installed Dailies, in a browser and through the published ports.
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { headlessLaunch } from "../../checks/environment.ts";

const CONSOLE = "http://127.0.0.1:8080";
const MAIL = "http://127.0.0.1:1080";
const PASSWORD = "seven lanterns on a pier";
const STEP_MS = 60_000;
/** The worker sends mails, and reads whole files in its sandbox. */
const WORK_MS = 180_000;

interface CaughtMail {
  readonly to: readonly { readonly address: string }[];
  readonly text?: string;
}

const mailedCode = async (address: string): Promise<string> => {
  const deadline = Date.now() + WORK_MS;
  while (Date.now() < deadline) {
    const mails = (await (await fetch(`${MAIL}/api/email`)).json()) as CaughtMail[];
    const own = mails.filter(({ to }) => to.some((recipient) => recipient.address === address));
    const code = own.map(({ text }) => /sign-in code is (\d{6})/.exec(text ?? "")?.[1]).findLast(Boolean);
    if (code) return code;
    await sleep(500);
  }
  throw new Error(`no code was mailed to ${address}`);
};

const withPage = async <Result>(visit: (page: Page) => Promise<Result>): Promise<Result> => {
  const browser: Browser = await chromium.launch(headlessLaunch());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(STEP_MS);
    return await visit(page);
  } finally {
    await browser.close();
  }
};

const account = (page: Page, username: string) => page.getByRole("button", { name: `Account: ${username}` });
const tileOf = (page: Page, file: string) => page.getByRole("gridcell").filter({ hasText: file });

/** Signs in with the mailed code, sets a password and uploads a clip; returns what the upload says about it. */
export const firstVisit = (person: { username: string; email: string }, clip: string, name: string): Promise<string> =>
  withPage(async (page) => {
    await page.goto(CONSOLE);
    await page.getByRole("radio", { name: "One-time code" }).check();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code", { exact: true }).fill(await mailedCode(person.email));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    const dialog = page.getByRole("dialog", { name: "set password" });
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Confirm password").fill(PASSWORD);
    const reloaded = page.waitForEvent("load");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await reloaded;
    await account(page, person.username).waitFor();

    await page.goto(`${CONSOLE}/#/static-source-manage`);
    await page.locator('input[type="file"][multiple]').setInputFiles(clip);
    const row = page.getByRole("region", { name: "Uploads" }).getByRole("listitem").filter({ hasText: name });
    const outcome = row.getByText(/^(Ready|Rejected.*|Failed.*)$/);
    await outcome.waitFor({ timeout: WORK_MS });
    return (await outcome.textContent()) ?? "";
  });

/** Signs in with the password; returns the width of the clip's poster, which storage sends to the browser. */
export const laterVisit = (person: { username: string }, name: string): Promise<number> =>
  withPage(async (page) => {
    await page.goto(CONSOLE);
    await page.getByLabel("Username or e-mail").fill(person.username);
    await page.getByLabel("Password", { exact: true }).and(page.locator("[name=password]")).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await account(page, person.username).waitFor();
    await page.goto(`${CONSOLE}/#/static-source-manage`);
    const poster = tileOf(page, name).locator("img");
    await poster.waitFor();
    return await poster.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth;
    });
  });
