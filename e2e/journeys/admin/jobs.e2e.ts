import type { JobCounts } from "@dailies/contract";
import type { Page } from "@playwright/test";
import {
  addTinyPerformer,
  faultPrompts,
  MADE_MS,
  MAKER_PERMISSIONS,
  unique,
} from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 2 * MADE_MS });

const FAILURES = 50;
const AT_ONCE = 5;

const countOf = async (page: Page, text: string, status: string): Promise<number> => {
  const { statuses } = await callFrom<JobCounts>(page, "/admin/job/count", { text });
  return statuses.find((each) => each.status === status)?.jobs ?? 0;
};

/** Playground calls that fail at the performer. */
const plantFailures = async (page: Page, prompt: string): Promise<void> => {
  const name = await addTinyPerformer(page, { concurrency: 8 });
  const { items } = await readFrom<{ items: { id: string; name: string }[] }>(page, "/performer/list");
  const performer_id = items.find((each) => each.name === name)?.id;
  await faultPrompts(prompt, { fault: "fail" }, async () => {
    for (let first = 0; first < FAILURES; first += AT_ONCE)
      await callFrom(page, "/performer/task/create", {
        performer_id,
        request_key: crypto.randomUUID(),
        input: { prompt },
        seeds: Array.from({ length: AT_ONCE }, (_, n) => first + n + 1),
      });
    await expect.poll(() => countOf(page, prompt, "Failed"), { timeout: MADE_MS }).toBe(FAILURES);
  });
};

test("failed jobs are found, retried together and cancelled", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: [...MAKER_PERMISSIONS, "ADMIN_MANAGE_R"] }));
  const prompt = unique("a bridge that sings");
  await plantFailures(page, prompt);

  await page.goto("/#/admin/job-manage");
  await page.getByRole("searchbox", { name: "Title, error or id" }).fill(prompt);
  const charts = page.getByRole("region", { name: "The last hours" });
  await expect(charts.getByRole("img", { name: /^Failed per minute over the last 6 hours/ })).toBeVisible();
  const counts = page.getByRole("group", { name: "Jobs by status" });
  await counts.getByRole("button", { name: /Failed\s*50/ }).click();
  await expect(page.getByRole("row").filter({ hasText: prompt }).first()).toContainText("Playground call");

  await page.getByRole("row").filter({ hasText: prompt }).first().click();
  const drawer = page.getByRole("dialog", { name: prompt });
  await expect(drawer.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(drawer.getByText("The workflow has ended.")).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();

  // Some of them hang at the performer, so that there is something to cancel however fast the others are made.
  await faultPrompts(prompt, { fault: "hang", probability: 0.2 }, async () => {
    await retryAll(page);
    await expect.poll(() => countOf(page, prompt, "Finished"), { timeout: MADE_MS }).toBeGreaterThan(0);
    await counts.getByRole("button", { name: /Failed/ }).click();
    await cancelUnfinished(page);
  });
  await expect.poll(() => countOf(page, prompt, "Waiting")).toBe(0);
});

const retryAll = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Retry failed…" }).click();
  const retry = page.getByRole("dialog", { name: "Retry failed jobs" });
  await expect(retry.getByText(/^50 failed jobs of the current filter/)).toBeVisible();
  await retry.getByRole("button", { name: "Retry 50 jobs" }).click();
  await expect(retry.getByText("50 jobs were retried.")).toBeVisible({ timeout: 30_000 });
  await retry.getByRole("button", { name: "Close" }).last().click();
};

const cancelUnfinished = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Cancel unfinished…" }).click();
  const cancel = page.getByRole("dialog", { name: "Cancel unfinished jobs" });
  await cancel.getByRole("button", { name: /^Cancel [1-9]\d* jobs?$/ }).click();
  await expect(cancel.getByText(/jobs? (was|were) cancelled\.$/)).toBeVisible({ timeout: 30_000 });
  await cancel.getByRole("button", { name: "Close" }).last().click();
};

test("a queue is paused with a reason and resumed", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Pia Pause", permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] }));
  await page.goto("/#/admin/job-manage");
  await page.getByRole("button", { name: "Queues…" }).click();
  const queues = page.getByRole("dialog", { name: "Queues" });
  // No other journey ends subscriptions at a provider.
  const line = queues.getByRole("listitem").filter({ hasText: "End of a subscription" });
  await line.getByRole("button", { name: "Pause End of a subscription" }).click();
  await queues.getByRole("textbox", { name: "Pause End of a subscription" }).fill("the provider is being moved");
  await page.keyboard.press("Enter");
  await expect(line.getByText("Paused", { exact: true })).toBeVisible();
  await expect(line.getByText(/the provider is being moved/)).toBeVisible();
  await line.getByRole("button", { name: "Resume End of a subscription" }).click();
  await queues.getByRole("textbox", { name: "Resume End of a subscription" }).fill("it has moved");
  await page.keyboard.press("Enter");
  await expect(line.getByText("Open", { exact: true })).toBeVisible();
});
