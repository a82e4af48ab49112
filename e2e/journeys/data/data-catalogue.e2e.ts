import type { Locator, Page } from "@playwright/test";
import {
  checkHealthNow,
  KINDS,
  loseObjects,
  SAMPLES,
  type StoredKinds,
  storeKinds,
} from "../../fixtures/datasets/catalogue-sets.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const mark = crypto.randomUUID().slice(0, 6);
const nameOf = (kind: string): string => `${kind} ${mark}`;
let administrator: Person;
let sets: StoredKinds;

test.beforeAll(async ({ people }) => {
  test.setTimeout(3 * INDEX_MS);
  administrator = await people.add({ realname: "Dana Data", permissions: ["ADMIN_MANAGE_R"] });
  sets = await storeKinds();
});
test.beforeEach(async ({ enterAs }) => enterAs(administrator));

const openList = async (page: Page, query = ""): Promise<void> => {
  await page.goto(`/#/dataset${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Datasets" })).toBeVisible();
};
const drawer = (page: Page): Locator => page.getByRole("dialog");
const row = (page: Page, kind: string): Locator => page.getByRole("row", { name: new RegExp(nameOf(kind)) });
const idOf = async (page: Page, kind: string): Promise<string> => {
  const { items } = await page.evaluate(async () => (await fetch("/api_v1/dataset")).json());
  return (items as { id: string; name: string }[]).find(({ name }) => name === nameOf(kind))?.id ?? "";
};
const openSet = async (page: Page, kind: string): Promise<Locator> => {
  await openList(page, `?q=${mark}`);
  await row(page, kind).getByText(nameOf(kind)).click();
  await expect(page.getByRole("heading", { level: 1, name: nameOf(kind) })).toBeVisible();
  return page.getByRole("region", { name: "Dataset details" });
};

test("an administrator adds a folder of the console's own store and sees that browsers may read there", async ({
  page,
}) => {
  const path = nameOf("Own folder");
  await openList(page);
  await page.getByRole("button", { name: "Storage" }).click();
  await expect(drawer(page).getByText("Storage profiles", { exact: true })).toBeVisible();
  await drawer(page).getByRole("button", { name: "Add storage profile" }).click();
  await drawer(page).getByLabel("Name").fill(path);
  await drawer(page).getByRole("radio", { name: "Built-in storage" }).check();
  await drawer(page).getByLabel("Bucket").fill(sets.bucket);
  await drawer(page).getByLabel("Prefix").fill(sets.root);
  await drawer(page).getByRole("button", { name: "Add storage profile" }).click();
  await expect(toasts(page)).toContainText(`“${path}” was added.`);
  await drawer(page).getByRole("button", { name: "Cancel" }).click();
  await drawer(page)
    .getByRole("button", { name: `Test ${path}` })
    .click();
  for (const words of ["Can list files", "Can read files", "Browsers can read"]) {
    await expect(drawer(page).getByText(words, { exact: true })).toBeVisible();
  }
});

test("the first kind is found by browsing, looked into and registered, and its indexing is watched", async ({
  page,
}) => {
  await openList(page);
  await page.keyboard.press("n");
  await drawer(page).getByRole("button", { name: "Browse" }).click();
  const places = drawer(page).getByRole("region", { name: "Storage profiles" });
  await places.getByRole("button", { name: new RegExp(`${sets.uri}$`) }).click();
  await places.getByRole("button", { name: "mds/", exact: true }).click();
  await expect(places.getByText("index.json")).toBeVisible();
  await drawer(page).getByRole("button", { name: "Inspect" }).click();
  const found = drawer(page).getByRole("region", { name: "Detected dataset" });
  await expect(found.getByText("MDS", { exact: true })).toBeVisible();
  await expect(found.locator("dd", { hasText: new RegExp(`^${SAMPLES}$`) })).toBeVisible();
  await expect(found.getByRole("rowheader", { name: "caption" })).toBeVisible();
  await expect(found.getByRole("region", { name: "First samples" }).locator("tbody tr")).toHaveCount(5);
  await drawer(page).getByLabel("Name").fill(nameOf("MDS"));
  await drawer(page).getByRole("button", { name: "Register and index" }).click();
  await expect(drawer(page).getByRole("heading", { name: `“${nameOf("MDS")}” was registered` })).toBeVisible();
  await expect(drawer(page).getByText("Done", { exact: true })).toBeVisible({ timeout: INDEX_MS });
  await expect(drawer(page).getByText(`${SAMPLES} samples read`)).toBeVisible();
  await drawer(page).getByRole("link", { name: "Open dataset" }).click();
  await expect(page.getByRole("grid", { name: "Dataset items" })).toBeVisible();
});

test("the other kinds are registered with the keyboard alone", async ({ page }) => {
  await openList(page);
  for (const { kind, path } of KINDS.slice(1)) {
    await page.keyboard.press("n");
    const uri = drawer(page).getByRole("textbox", { name: "Location" });
    await uri.focus();
    await page.keyboard.insertText(`${sets.uri}${path}`);
    await page.keyboard.press("Enter");
    const name = drawer(page).getByLabel("Name");
    await expect(name).toBeVisible();
    await name.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(nameOf(kind));
    await page.keyboard.press("Enter");
    await expect(drawer(page).getByRole("heading", { name: `“${nameOf(kind)}” was registered` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
  }
  for (const { kind } of KINDS) {
    await expect(row(page, kind).getByText(String(SAMPLES), { exact: true })).toBeVisible({ timeout: INDEX_MS });
    await expect(row(page, kind).getByText("v1", { exact: true })).toBeVisible();
    const seen = (): Promise<number> =>
      row(page, kind)
        .locator("img")
        .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 1).length);
    await expect.poll(seen, { timeout: INDEX_MS }).toBe(4);
  }
});

test("a dataset is pinned, renamed and found by its new tag", async ({ page }) => {
  await openList(page, `?q=${mark}&sort=name&order=asc`);
  const names = page.getByRole("grid", { name: "Datasets" }).locator("tbody tr td:nth-child(2)");
  await expect(names.first()).toHaveText(nameOf("Lance"));
  // Shown optimistically; a reload before it is stored would revert it.
  const kept = page.waitForResponse(/\/pin$/);
  await row(page, "WebDataset")
    .getByRole("button", { name: `Pin ${nameOf("WebDataset")}` })
    .click();
  await kept;
  await expect(names.first()).toHaveText(nameOf("WebDataset"));
  await page.reload();
  await expect(names.first()).toHaveText(nameOf("WebDataset"));

  await page.getByRole("button", { name: `Actions for ${nameOf("Parquet")}` }).click();
  await page.getByRole("menuitem", { name: "Edit details" }).click();
  const dialog = page.getByRole("dialog", { name: `Edit ${nameOf("Parquet")}` });
  await dialog.getByLabel("Tags").fill(`tag-${mark}`);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Description").fill("Rows that name the clips beside them.");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("was saved.");
  await openList(page, `?tag=tag-${mark}`);
  await expect(names).toHaveText([nameOf("Parquet")]);
});

test("a version is given a name, and reading again without a change makes no other", async ({ page }) => {
  const about = await openSet(page, "MDS");
  await about.getByRole("button", { name: "Edit tags", exact: true }).click();
  await page.getByRole("textbox", { name: "New tag" }).fill("train-11");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove tag train-11" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(about.getByText("Version 1 · newest · train-11")).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${nameOf("MDS")}` }).click();
  await page.getByRole("menuitem", { name: "Reindex" }).click();
  const dialog = page.getByRole("dialog", { name: `Reindex ${nameOf("MDS")}` });
  await dialog.getByLabel(/^Note/).fill("nothing changed");
  await dialog.getByRole("button", { name: "Reindex dataset" }).click();
  await expect(toasts(page)).toContainText("Reindexing");
  const id = new URL(page.url().replace("#/", "")).searchParams.get("id") ?? "";
  const runs = (): Promise<object> =>
    page.evaluate(async (address) => {
      const { run, version } = await (await fetch(address)).json();
      return { status: run.status, version };
    }, `/api_v1/dataset/${id}/detail`);
  await expect.poll(runs, { timeout: INDEX_MS }).toEqual({ status: "Finished", version: 1 });
  await expect(about.getByRole("progressbar")).toBeHidden();
  await expect(about.getByText("Version 1 · newest · train-11")).toBeVisible();
});

test("a shard that somebody took away is told in the list and above the items", async ({ page, faults }) => {
  faults.allow(/status of 404/);
  await openList(page, `?q=${mark}`);
  const id = await idOf(page, "MDS");
  await checkHealthNow(id);
  await page.reload();
  await expect(row(page, "MDS").getByText("Reachable", { exact: true })).toBeVisible();
  await loseObjects(sets, ["mds/shard.00000.mds"]);
  await checkHealthNow(id);
  await page.reload();
  await expect(row(page, "MDS").getByText(/% missing/)).toBeVisible();
  await openSet(page, "MDS");
  await expect(page.getByRole("note").getByText(/clips that were looked at are not there/)).toBeVisible();
});

test("a dataset is deleted by typing its name, and its files stay", async ({ page }) => {
  await openList(page, `?q=${mark}`);
  await page.getByRole("button", { name: `Actions for ${nameOf("Lance")}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${nameOf("Lance")}?` });
  await dialog.getByLabel(/^Type/).fill(nameOf("Lance"));
  await dialog.getByRole("button", { name: "Delete dataset" }).click();
  await expect(row(page, "Lance")).toBeHidden();
  await openList(page, `?open=register&uri=${encodeURIComponent(`${sets.uri}lance/clips.lance/`)}`);
  await drawer(page).getByRole("button", { name: "Inspect" }).click();
  await expect(
    drawer(page).getByRole("region", { name: "Detected dataset" }).getByText("Lance", { exact: true }),
  ).toBeVisible();
});

test("those who are not inside see no dataset", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 403/);
  await enterAs(await people.add({ realname: "Lea Labeller", role: "labeller" }));
  await page.goto("/#/dataset");
  await expect(page.getByText("It is for internal users only.")).toBeVisible();
  const status = await page.evaluate(async () => (await fetch("/api_v1/dataset")).status);
  expect(status).toBe(403);
});
