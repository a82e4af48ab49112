import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addCustomer } from "../../fixtures/people/end-users.ts";
import { holdCredits } from "../../fixtures/stuck-holds.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const OPERATOR = ["MAGI_ADMIN"] as const;
const BULK = "**/api_v1/admin/user/grant_credits/bulk";

const openTools = async (page: Page, tab: string): Promise<void> => {
  await page.goto(`/#/platform/tools?tab=${tab}`);
  await expect(page.getByRole("heading", { level: 1, name: "Tools" })).toBeVisible();
};

const fillBulk = async (page: Page, lines: readonly string[]): Promise<void> => {
  const buffer = Buffer.from(["email,amount", ...lines].join("\r\n"));
  await page.getByLabel("Choose CSV file").first().setInputFiles({ name: "grants.csv", mimeType: "text/csv", buffer });
  await page.getByRole("radio", { name: "Compensation" }).check();
  await page.getByLabel("Reason").fill("The outage of Monday");
  await page.getByRole("button", { name: "Check lines" }).click();
};

const confirmBulk = async (page: Page, credits: string): Promise<void> => {
  await page.getByRole("button", { name: `Grant ${credits} credits` }).click();
  const question = page.getByRole("dialog", { name: new RegExp(`^Grant ${credits} credits to`) });
  await expect(question).toContainText("The outage of Monday");
  await question.getByRole("button", { name: `Grant ${credits} credits` }).click();
};

test("a file of grants is checked, previewed, granted once and reported", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "bulk");
  const [mei, leo] = [await addCustomer(page, "Mei Bulk"), await addCustomer(page, "Leo Bulk")];
  await fillBulk(page, [`${mei.email},500`, `${leo.email},250`, "nobody@customer.example,10", `${leo.email},half`]);
  await expect(
    page.getByRole("row", { name: new RegExp(`2 will be granted ${mei.email} 500 1,200 → 1,700`) }),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: /4 rejected nobody.*no end user has this e-mail address/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /5 rejected.*“half” is not a whole number/ })).toBeVisible();
  await confirmBulk(page, "750");
  await expect(page.getByText("750 credits were granted to 2 end users.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download report" }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report).toContain(`2,${mei.email},500,granted,1200,1700,`);
  expect(report).toContain("refused");
  await page.getByRole("link", { name: mei.email }).click();
  await expect(page.getByRole("region", { name: mei.email })).toContainText("1,700");
});

test("a bulk grant whose answer is lost takes effect once", async ({ page, people, enterAs, faults }) => {
  faults.allow(/ERR_FAILED|ERR_CONNECTION/);
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "bulk");
  const mei = await addCustomer(page, "Mei Lost");
  await fillBulk(page, [`${mei.email},500`]);
  await expect(page.getByRole("button", { name: "Grant 500 credits" })).toBeEnabled();
  // The request takes effect; only the reply is lost.
  await page.route(BULK, async (route) => {
    await route.fetch();
    await route.abort("failed");
  });
  await confirmBulk(page, "500");
  await expect(page.getByText(/A bulk grant of 1 line was sent, but the server did not respond/)).toBeVisible();
  await page.unroute(BULK);
  await page.reload();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("row", { name: /2 already granted/ })).toBeVisible();
  await page.goto(`/#/platform/user?user=${encodeURIComponent(mei.email)}`);
  await expect(page.getByRole("region", { name: mei.email })).toContainText("1,700");
});

test("a credential is created, its secret is shown once, and it is revoked", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "credentials");
  const name = `farm ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "Create a credential" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a credential" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("checkbox", { name: /credits:write/ }).check();
  await form.getByRole("button", { name: "Create credential" }).click();
  const shown = page.getByRole("dialog", { name: `Secret of ${name}` });
  await expect(shown).toContainText("This secret will not be shown again");
  const secret = (await shown.locator("code").last().textContent()) ?? "";
  expect(secret.length).toBeGreaterThan(20);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await expect(shown).toBeHidden();
  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Active");
  expect(await page.content()).not.toContain(secret);

  await row.getByRole("button", { name: `Rotate ${name}` }).click();
  await page.getByRole("button", { name: "Create new secret" }).click();
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await expect(shown).toBeHidden();
  await expect(row).toContainText("Two secrets");
  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  const question = page.getByRole("dialog", { name: `Revoke ${name}?` });
  await question.getByLabel("Reason").fill("the farm was sold");
  await question.getByRole("button", { name: "Revoke credential" }).click();
  await expect(row).toContainText("Revoked");
});

test("a credential that creates credits is accepted when a second administrator approves it", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "credentials");
  const name = `bonus ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "Create a credential" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a credential" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("checkbox", { name: /credits:grant/ }).check();
  await form.getByLabel("Credits a day").fill("5000");
  await form.getByRole("button", { name: "Create credential" }).click();
  const shown = page.getByRole("dialog", { name: `Secret of ${name}` });
  await expect(shown).toContainText("not accepted before a second administrator approves it");
  await shown.getByRole("button", { name: "I have saved it" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Pending approval");
  await expect(page.getByRole("button", { name: `Withdraw ${name}` })).toBeVisible();

  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "credentials");
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Accept the secret of “${name}”?` });
  await expect(dialog).toContainText("5,000");
  await dialog.getByLabel("Reason").fill("the campaign starts today");
  await dialog.getByRole("button", { name: "Approve request" }).click();
  await expect(row).toContainText("Active");
  await expect(page.getByRole("button", { name: `Approve ${name}` })).toHaveCount(0);
});

test("a stuck hold is found by its age and given back", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "holds");
  const { email } = await addCustomer(page, "Hugo Hold");
  const hold = await holdCredits(page, email);
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/age=10080/);
  await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
  await page.getByRole("button", { name: "1 day" }).click();
  await page.getByRole("button", { name: `Release hold #${hold} of ${email}` }).click();
  const dialog = page.getByRole("dialog", { name: `Release hold #${hold} of ${email}?` });
  await dialog.getByLabel("Reason").fill("the job died with its machine");
  await dialog.getByRole("button", { name: "Release 120 credits" }).click();
  await expect(toasts(page)).toContainText("was released");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
  await page.goto("/#/platform/history?op=Void_hold");
  await expect(page.getByRole("row", { name: /Release hold.*the job died/ }).first()).toBeVisible();
});

test("the ledger and the history are checked, and the head is taken along", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openTools(page, "checks");
  await addCustomer(page, "Cora Check");
  await page.getByRole("button", { name: "Check ledger" }).click();
  await expect(page.getByText(/accounts? checked, no errors/)).toBeVisible();
  await page.reload();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  await page.getByLabel("Previously saved head").fill(saved);
  await page.getByRole("button", { name: "Verify against this head" }).click();
  await expect(page.getByText(/^Verified to #\d+/)).toBeVisible();
  await expect(page.getByText(/^Entry #\d+ matches the saved head\.$/)).toBeVisible();
  const forged = { ...(JSON.parse(saved) as object), hash: "0".repeat(64) };
  await page.getByLabel("Previously saved head").fill(JSON.stringify(forged));
  await page.getByRole("button", { name: "Verify against this head" }).click();
  await expect(page.getByText(/does not match the saved head/)).toBeVisible();
  await page.getByRole("button", { name: "In 30 days" }).click();
  await expect(page.getByRole("table", { name: "Expiring lots" })).toContainText("1,200");
});

test("the tools can be used in Chinese and by who reads with the keyboard", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto("/#/platform/tools");
  await expect(page.getByRole("heading", { level: 1, name: "工具" })).toBeVisible();
  await page.getByRole("link", { name: "服务凭据" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=credentials/);
  await expect(page.getByRole("button", { name: "新建凭据" }).first()).toBeVisible();
});
