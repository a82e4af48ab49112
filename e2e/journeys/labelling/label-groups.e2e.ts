import type { MatrixRow } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const name = unique("Clips of the night shift");
const groupName = unique("Night shift");
const code = `NIGHT_SHIFT_${Date.now().toString(36).toUpperCase()}`;
let owner: Person;
let outside: Person;
let taskId = "";

test.beforeAll(async ({ people }) => {
  owner = await people.add({
    realname: "Olga Owner",
    permissions: ["ADMIN_MANAGE_R", "PERM_MANAGE_R", "PERM_MANAGE_W"],
  });
  outside = await people.add({ realname: "Nia Night", role: "labeller" });
});

/** Gives the code of the group to the external person, or takes it. */
const change = async (page: Page, what: "add" | "remove"): Promise<void> => {
  const { items } = await readFrom<{ items: MatrixRow[] }>(page, `/perm/matrix?q=${outside.username}`);
  const { id, version } = items[0] ?? { id: "", version: 1 };
  const codes = { add: [], remove: [], [what]: [code] };
  await callFrom(page, "/perm/change", { changes: [{ id, expected_version: version, ...codes }], reason: "shift" });
};

test("a task is given to a group that is found by a search", async ({ page, enterAs }) => {
  await enterAs(owner);
  await callFrom(page, "/perm/create", { key: code, name: groupName, group: "Labelling" });
  const view = await ensureLabelView(page, unique("Clips at night"), 3);
  taskId = (await ensureLabelTask(page, { name, view, starter: "keep_or_drop" })).id;
  await page.goto("/#/label/task/list?tab=all");
  await page.getByRole("button", { name: `Actions on ${name}` }).click();
  await page.getByRole("menuitem", { name: "People" }).click();
  const groups = page.getByRole("combobox", { name: "Groups asked to label" });
  await groups.click();
  await groups.fill(groupName);
  await page.getByText("0 members").click();
  await page.getByRole("button", { name: "Save people" }).click();
  await expect(page.getByText("The people were saved.")).toBeVisible();
});

test("an external person labels the task while they are in the group, and not before or after", async ({
  page,
  enterAs,
  faults,
}) => {
  faults.allow(/status of 404/);
  const openTask = async (): Promise<void> => {
    await enterAs(outside);
    await page.goto(`/#/label/task/${taskId}`);
  };
  const submit = page.getByRole("button", { name: /^Submit label/ });
  await openTask();
  await expect(page.getByText("No such label task")).toBeVisible();
  await enterAs(owner);
  await change(page, "add");
  await openTask();
  await expect(submit).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Label submitted.")).toBeVisible();
  await enterAs(owner);
  await change(page, "remove");
  await openTask();
  await expect(page.getByText("No such label task")).toBeVisible();
});
