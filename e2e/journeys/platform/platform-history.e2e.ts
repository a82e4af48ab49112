import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { callFrom } from "../../fixtures/call.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import { addCustomer } from "../../fixtures/people/end-users.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const OPERATOR = ["MAGI_ADMIN"] as const;
const REASON = "two jobs that failed";

const openHistory = async (page: Page, search = ""): Promise<void> => {
  await page.goto(`/#/platform/history${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
};

const grant = (page: Page, user_email: string): Promise<unknown> =>
  callFrom(page, "/admin/user/grant_credits", {
    user_email,
    amount: 500,
    category: "compensation",
    reason: REASON,
    idempotency_key: `story:${randomUUID()}`,
  });

test("the history is verified, a grant is found in it, and its difference is read", async ({
  page,
  people,
  enterAs,
}) => {
  const ada = await people.add({ permissions: OPERATOR });
  await enterAs(ada);
  await openHistory(page);
  const { email } = await addCustomer(page, "Hana History");
  await grant(page, email);
  await openHistory(page, `?user=${ada.username}`);

  await page.getByRole("button", { name: "Verify history" }).click();
  await expect(page.getByText(/^Verified to #\d+, head [0-9a-f]{4}…$/)).toBeVisible();

  await page.getByRole("button", { name: "Operation", exact: true }).click();
  // The filter state is in the URL, which changes shortly after the click.
  await page.getByRole("checkbox", { name: "Grant credits", exact: true }).click();
  await expect(page).toHaveURL(/op=Grant_credits/);
  await page.keyboard.press("Escape");
  const row = page.getByRole("row", { name: new RegExp(`Grant credits ${email}`) });
  await expect(row).toContainText("available 1,200 → 1,700");
  await expect(row).toContainText(REASON);
  await row.click();
  const drawer = page.getByRole("dialog", { name: /^Entry #\d+$/ });
  await expect(drawer.getByRole("row", { name: "available 1200 1700" })).toBeVisible();
  await expect(drawer.getByText("Request ID")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Copy entry hash", exact: true })).toBeVisible();
  await page.reload();
  await expect(drawer.getByRole("row", { name: "available 1200 1700" })).toBeVisible();
  await drawer.getByRole("link", { name: "Open end user" }).click();
  await expect(page.getByRole("region", { name: email })).toBeVisible();
});

test("the history keeps range and page in the address, and includes the last moment of its range", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  const asked = page.waitForRequest(/logger\/operations/);
  await openHistory(page, "?page_size=10");
  expect((await asked).url()).not.toContain("end_time");
  await expect(page.getByText("2021-01-01 00:00:00 – 2031-01-01 00:00:00")).toBeVisible();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await page.goto("/#/platform/history?start=2022-01-01T00:00:00Z&end=2022-02-01T00:00:00Z");
  await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page.getByRole("row", { name: /^#\d+/ }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("10");
  // The very first entry is on the last page, which is reached by its number. Entries of other journeys, which run at the
  // same time, move it to the next page.
  await expect(async () => {
    await page.getByRole("textbox", { name: "Page" }).fill("999999");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name: /^#1 / })).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test("what a browser reports is labelled, and what was refused stays on record", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  faults.allow(/status of 403/);
  const ben = await people.add({ permissions: ["USE_VERSION_1_0"] });
  await enterAs(ben);
  await page.goto("/#/frog-home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const refused = await page.evaluate(async () => (await fetch("/api_v1/admin/logger/operations")).status);
  expect(refused).toBe(403);

  const ada = await people.add({ permissions: OPERATOR });
  await enterAs(ada);
  await leavePage(page);
  await openHistory(page);
  await callFrom(page, "/admin/logger/operations", { op_type: "Look_around", user_name: "root", meta: { note: "hi" } });
  await openHistory(page, `?user=${ada.username}`);
  await page.reload();
  const claim = page.getByRole("row", { name: /Look around/ });
  await expect(claim).toContainText("Reported");
  await claim.click();
  await expect(page.getByRole("dialog")).toContainText("Reported by a browser.");
  await page.keyboard.press("Escape");
  await openHistory(page, `?user=${ben.username}`);
  await expect(page.getByRole("row", { name: /Denied.*Call GET \/api_v1\/admin\/logger\/operations/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /edit|delete/i })).toHaveCount(0);
});

test("the history is taken along as lines with their hashes", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openHistory(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSONL" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
  const [first, last] = [lines[0] ?? "", lines.at(-1) ?? ""].map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(last?.head).toMatchObject({ seq: expect.any(Number) });
});

test("who lost the permission meanwhile is told so, and nothing is walked", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await openHistory(page);
  const verify = page.getByRole("button", { name: "Verify history" });
  await expect(verify).toBeEnabled();
  await page.route("**/api/auth/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), perms: [] } });
  });
  const walks: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/logger/verify")) walks.push(request.url());
  });
  await verify.click();
  await expect(toasts(page).first()).toContainText("current user has no operation permission");
  expect(walks).toEqual([]);
});
