import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { callFrom, ownPermissions } from "../../fixtures/call.ts";
import { addCustomer, type Customer } from "../../fixtures/people/end-users.ts";
import { noteSentWrites } from "../../fixtures/sent-writes.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const OPERATOR = ["MAGI_ADMIN"] as const;
const GRANT = "**/api_v1/admin/user/grant_credits";

const openCustomer = async (page: Page, { email }: Customer, tab = "credits"): Promise<void> => {
  await page.goto(`/#/platform/user?user=${encodeURIComponent(email)}&tab=${tab}`);
  await expect(page.getByRole("region", { name: email })).toBeVisible();
};

/** Requests that create a customer come from a console page. */
const enterConsole = async (page: Page): Promise<void> => {
  await page.goto("/#/platform/user");
  await expect(page.getByRole("heading", { level: 1, name: "End users" })).toBeVisible();
};

const fillGrant = async (page: Page, amount: string): Promise<Locator> => {
  await page.getByRole("button", { name: "Grant credits" }).click();
  const dialog = page.getByRole("dialog", { name: /^Grant credits to/ });
  await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
  await dialog.getByRole("radio", { name: "Compensation" }).check();
  await dialog.getByLabel("Reason").fill("two jobs that failed");
  return dialog;
};

const grantsOf = (page: Page): Locator => page.getByRole("row", { name: /\+500/ });

test("a user is found by the first letters, and their balance explains itself", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const { email } = await addCustomer(page, "Ines Finder");
  await page.keyboard.press("/");
  await page.keyboard.type(email.slice(0, -4));
  await expect(page.getByRole("option", { name: email })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: email });
  await expect(card.getByText("1,200")).toHaveCount(2);
  await expect(card.getByText("Expiring within 30 days")).toBeVisible();
  await expect(card.getByText("Pro", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Granted \+1,200 0 new balance 1,200/ })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /^#1 Promotion/ })).toBeVisible();

  await page.getByRole("button", { name: "7 days" }).click();
  const nothing = page.getByRole("heading", { name: "No entries in this range" });
  await expect(nothing).toBeVisible();
  await expect(page).toHaveURL(/days=7/);
  await page.reload();
  await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  // Requests that wait for approval, which other people make, have a button of this name too.
  await nothing.locator("..").getByRole("button", { name: "Show all" }).click();
  await expect(page.getByText("2021-01-01 00:00:00 – 2031-01-01 00:00:00")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain("1200");
});

test("an address nobody has is no user without credits", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 404/);
  await enterAs(await people.add({ permissions: OPERATOR }));
  await page.goto("/#/platform/user?user=nobody%40customer.example");
  await expect(page.getByRole("heading", { name: "End user not found" })).toBeVisible();
  await expect(page.getByText("Available")).toHaveCount(0);
});

test("a grant is seen before it is sent, given once, and undone", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const customer = await addCustomer(page);
  await openCustomer(page, customer);
  await page.keyboard.press("g");
  const dialog = page.getByRole("dialog", { name: /^Grant credits to/ });
  await dialog.getByRole("button", { name: "Grant credits" }).click();
  await expect(dialog.getByText("enter a whole number of credits")).toBeVisible();
  await expect(dialog.getByText("please enter a reason")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  const form = await fillGrant(page, "500");
  await expect(form.getByRole("status").first()).toContainText(/1,200 →.*1,700/);
  await form.getByRole("button", { name: "Grant 500 credits" }).dblclick();
  await expect(page.getByText(/500 credits were granted .* 1,200 → 1,700 available/)).toBeVisible();
  await expect(grantsOf(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Undo grant" }).click();
  const undo = page.getByRole("dialog", { name: /^Revoke lot/ });
  await undo.getByLabel("Reason").fill("it was the wrong user");
  await undo.getByRole("button", { name: "Revoke 500 credits" }).click();
  await expect(page.getByText(/500 credits of .* were revoked: 1,200 available/)).toBeVisible();
  await expect(page.getByRole("row", { name: /Revoked.*−500/ })).toBeVisible();
});

test("an answer that is lost, and a reload, do not grant twice", async ({ page, people, enterAs, faults }) => {
  faults.allow(/ERR_FAILED/);
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const customer = await addCustomer(page);
  await openCustomer(page, customer);
  await page.route(GRANT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const form = await fillGrant(page, "500");
  await form.getByRole("button", { name: "Grant 500 credits" }).click();
  await expect(page.getByText(/The grant of 500 credits .* the server did not respond/)).toBeVisible();
  await page.unroute(GRANT);
  await page.reload();
  await expect(page.getByText(/The grant of 500 credits .* the server did not respond/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Grant credits" })).toBeDisabled();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(/500 credits were granted .* 1,200 → 1,700 available/)).toBeVisible();
  await expect(grantsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(grantsOf(page)).toHaveCount(1);
  await expect(page.getByText(/the server did not respond/)).toHaveCount(0);
});

test("a large grant waits for a second person, who is not the one who asked", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const customer = await addCustomer(page, "Lars Large");
  await openCustomer(page, customer);
  const form = await fillGrant(page, "250000");
  await expect(form.getByText(/approval of a second administrator/)).toBeVisible();
  await form.getByRole("button", { name: "Request 250,000 credits" }).click();
  await expect(form.getByText("this does not match the user's e-mail address")).toBeVisible();
  await form.getByLabel(`Type ${customer.email} to confirm`).fill(customer.email);
  await form.getByRole("button", { name: "Request 250,000 credits" }).click();
  await expect(page.getByText("You requested this grant. Another administrator has to approve it.")).toBeVisible();

  await enterAs(await people.add({ permissions: OPERATOR }));
  await openCustomer(page, customer);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Approve 250,000 credits/ });
  await dialog.getByLabel("Reason").fill("the contract is signed");
  await dialog.getByRole("button", { name: "Approve and grant 250,000" }).click();
  await expect(page.getByRole("row", { name: /\+250,000/ })).toBeVisible();
  await expect(page.getByRole("region", { name: customer.email }).getByText("251,200")).toBeVisible();
});

test("a plan is ended with its period: the provider was not told until its report arrives", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const customer = await addCustomer(page, "Petra Plan");
  await openCustomer(page, customer, "subscriptions");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  const dialog = page.getByRole("dialog", { name: /^End Pro of/ });
  await expect(dialog.getByRole("list", { name: "Effects" })).toContainText(
    /is active until .* and is not renewed.*Granted credits remain until they expire/,
  );
  await dialog.getByLabel("Reason").fill("asked for by mail");
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await expect(page.getByText(/Pro of .* is active until .* and is not renewed/)).toBeVisible();
  await expect(page.getByRole("row", { name: /Pro.*Ending.*Stripe: not told/ })).toBeVisible();
  await expect(page.getByText(/Cancel the subscription at Stripe by hand\./).first()).toBeVisible();
  await expect(page.getByRole("region", { name: customer.email }).getByText("1,200").first()).toBeVisible();
  await customer.reportPlanEnding();
  await page.reload();
  await expect(page.getByRole("row", { name: /Pro.*Cancellation scheduled.*Stripe: confirmed/ })).toBeVisible();
  await expect(page.getByText(/by hand/)).toHaveCount(0);
});

test("who lost MAGI_ADMIN meanwhile is told so, and nothing is sent", async ({ page, people, enterAs, browser }) => {
  const operator = await people.add({ permissions: OPERATOR });
  await enterAs(operator);
  await enterConsole(page);
  const customer = await addCustomer(page);
  await openCustomer(page, customer);
  const sent = noteSentWrites(page);

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await people.add({ permissions: OPERATOR });
  const cookie = await people.cookieOf(other);
  const url = new URL(page.url()).origin.replace("http:", "https:");
  await elsewhere.addCookies([{ ...cookie, url, httpOnly: true, sameSite: "Lax" }]);
  const otherPage = await elsewhere.newPage();
  await enterConsole(otherPage);
  const change = { id: operator.id, expected_version: 1, add: [], remove: [...OPERATOR] };
  await callFrom(otherPage, "/perm/change_flags", { changes: [change], reason: "moved on" });
  await elsewhere.close();
  await expect.poll(() => ownPermissions(page)).not.toContain("MAGI_ADMIN");

  await page.getByRole("button", { name: "Grant credits" }).click();
  await expect(toasts(page).filter({ hasText: "current user has no operation permission" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(sent).toEqual([]);
});
