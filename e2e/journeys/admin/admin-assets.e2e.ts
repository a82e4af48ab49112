import { copyFile } from "node:fs/promises";
import path from "node:path";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { currentRun } from "../../environment.ts";
import { callFrom } from "../../fixtures/call.ts";
import { type FilmFolder, makeFilmFolder } from "../../fixtures/datasets/films.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import {
  ASSET_PERMISSIONS,
  CHECK_MS,
  chooseFiles,
  chooseFolder,
  expectReady,
  openAsset,
  openLibrary,
  panel,
  tile,
  uploadRow,
  watchStorage,
} from "../../fixtures/library.ts";
import { expect, test } from "../../fixtures/test.ts";

const MIB = 1024 ** 2;
let films: FilmFolder;

test.describe.configure({ timeout: 150_000 });
test.beforeAll(async () => {
  films = await makeFilmFolder();
});
test.afterAll(() => films.remove());
test.beforeEach(async ({ people, enterAs }) => {
  await enterAs(await people.add({ permissions: ASSET_PERMISSIONS }));
});

test("an empty library says what it is for, in both languages", async ({ page }) => {
  await openLibrary(page, "?q=there-is-no-such-thing");
  await expect(page.getByText("No asset matches", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await openLibrary(page, "?folder=root&status=Uploading&q=zz");
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "中文" }).click();
  await expect(page.getByText("没有匹配的资源")).toBeVisible();
  await expect(page.getByRole("button", { name: "上传文件" }).first()).toBeVisible();
});

test("a clip is sent, checked, shown, scrubbed and played", async ({ page }) => {
  const file = await films.film("fox.mp4");
  await openLibrary(page);
  await chooseFiles(page, file);
  await expectReady(page, "fox.mp4");
  await expect(tile(page, "fox.mp4").locator("img")).toHaveJSProperty("complete", true);
  const drawer = await openAsset(page, "fox.mp4");
  await expect(drawer.getByText("426×240")).toBeVisible();
  await expect(drawer.getByText("Not used anywhere.")).toBeVisible();
  const clip = drawer.getByRole("button", { name: "Play fox.mp4" });
  await clip.focus();
  await page.keyboard.press("ArrowRight");
  await expect(drawer.locator(".ds-clip-tile")).toHaveAttribute("data-tile", "0");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => drawer.locator("video").evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);
});

test("the bytes that storage already has are not sent again", async ({ page }) => {
  const first = await films.film("original.mp4");
  const second = path.join(films.path, "the-same.mp4");
  await copyFile(first, second);
  await openLibrary(page);
  await chooseFiles(page, first);
  await expectReady(page, "original.mp4");
  const sent = watchStorage(page);
  await chooseFiles(page, second);
  await expect(uploadRow(page, "the-same.mp4").getByText("Already uploaded")).toBeVisible({ timeout: CHECK_MS });
  expect(sent).toEqual([]);
});

test("a folder keeps its structure", async ({ page }) => {
  await films.film("shoot/day-1/a.mp4");
  await films.film("shoot/day-2/b.mp4");
  await openLibrary(page);
  await chooseFolder(page, path.join(films.path, "shoot"));
  await expectReady(page, "a.mp4");
  await expectReady(page, "b.mp4");
  const shoot = page.getByRole("treeitem", { name: "shoot", exact: true });
  await shoot.click();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: "day-2" }).click();
  await expect(tile(page, "b.mp4")).toBeVisible();
  await expect(tile(page, "a.mp4")).toHaveCount(0);
});

test("an upload is paused, outlives a walk and a reload, and sends no part twice", async ({ page }) => {
  const file = await films.noise("long-take.bin", 36 * MIB);
  const released = Promise.withResolvers<void>();
  const begun: string[] = [];
  const isPart = (url: URL): boolean => url.searchParams.has("partNumber");
  // Held until the upload is paused, independent of the machine's speed.
  await page.route(isPart, async (route) => {
    begun.push(route.request().url());
    await released.promise;
    await route.continue();
  });
  const sent = watchStorage(page);
  await openLibrary(page);
  await chooseFiles(page, file);
  await expect(uploadRow(page, "long-take.bin").getByText("Uploading")).toBeVisible({ timeout: CHECK_MS });
  await page.getByRole("button", { name: "Pause long-take.bin" }).click();
  await expect(uploadRow(page, "long-take.bin").getByText("Paused")).toBeVisible();
  await page.getByRole("link", { name: "task centre" }).click();
  await expect(page.getByRole("heading", { name: "Task centre" })).toBeVisible();
  await expect(uploadRow(page, "long-take.bin").getByText("Paused")).toBeVisible();
  released.resolve();
  // Parts in flight arrive, and no new ones start.
  await expect.poll(() => sent.length).toBe(3);
  expect(begun.length).toBe(3);
  await page.unroute(isPart);
  page.on("dialog", (dialog) => void dialog.accept());
  await leavePage(page);
  await openLibrary(page);
  await expect(page.getByText(/An upload was interrupted: long-take.bin/)).toBeVisible();
  await chooseFiles(page, file);
  await expect(uploadRow(page, "long-take.bin").getByText(/Being checked|Ready|Failed/)).toBeVisible({
    timeout: CHECK_MS,
  });
  expect(sent.length).toBe(5);
  expect(new Set(sent).size).toBe(5);
});

test("a file that storage refuses fails alone and can be tried again", async ({ page, faults }) => {
  faults.allow(/status of 400/);
  const [bad, good] = [await films.film("bad.mp4"), await films.film("good.mp4")];
  await openLibrary(page);
  let isRefusing = true;
  await page.route(
    (url) => isRefusing && url.searchParams.has("X-Amz-Signature"),
    async (route) => {
      const isBad = route.request().method() === "PUT" && (route.request().postDataBuffer()?.length ?? 0) > 0;
      if (!isBad) return route.continue();
      isRefusing = false;
      await route.fulfill({ status: 400, headers: { "access-control-allow-origin": "*" } });
    },
  );
  await chooseFiles(page, bad);
  await expect(uploadRow(page, "bad.mp4").getByText("The object storage rejected the file.")).toBeVisible({
    timeout: CHECK_MS,
  });
  await chooseFiles(page, good);
  await expectReady(page, "good.mp4");
  await page.getByRole("button", { name: "Retry bad.mp4" }).click();
  await expectReady(page, "bad.mp4");
  await page.getByRole("button", { name: "Close list" }).click();
  await expect(panel(page)).toHaveCount(0);
});

test("what is no film is turned down with its reason", async ({ page }) => {
  const file = await films.noise("not-a-film.mp4", 4_000);
  await openLibrary(page);
  await chooseFiles(page, file);
  await expect(uploadRow(page, "not-a-film.mp4").getByText("Failed")).toBeVisible({ timeout: CHECK_MS });
  const drawer = await openAsset(page, "not-a-film.mp4");
  await expect(drawer.getByText("The file was rejected")).toBeVisible();
  await drawer.getByRole("button", { name: "Check again" }).click();
  await expect(drawer.getByText("The file was rejected")).toBeVisible({ timeout: CHECK_MS });
});

const refer = async (name: string, label: string): Promise<void> => {
  const { db, close } = createDatabase({ url: currentRun().databaseUrl, poolSize: 1, applicationName: "dailies-e2e" });
  // A retry finds what the first attempt left, so the newest asset is used.
  const assets = db.selectFrom("asset").select("id").where("name", "=", name).orderBy("created_at", "desc");
  const { id } = await assets.executeTakeFirstOrThrow();
  await db.insertInto("asset_reference").values({ asset_id: id, kind: "task", ref_id: "1", label }).execute();
  await close();
};

test("an asset is renamed, moved, tagged, replaced, linked, and kept while it is used", async ({ page, request }) => {
  await openLibrary(page);
  await chooseFiles(page, await films.film("draft.mp4"));
  await expectReady(page, "draft.mp4");
  let drawer = await openAsset(page, "draft.mp4");

  await drawer.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("final.mp4");
  await page.keyboard.press("Enter");
  drawer = page.getByRole("dialog", { name: "final.mp4", exact: true });
  await expect(drawer).toBeVisible();

  await drawer.getByRole("combobox", { name: "Tags" }).click();
  await page.keyboard.type("night");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(tile(page, "final.mp4").getByText("night")).toBeAttached();

  await drawer.locator('input[type="file"]').setInputFiles(await films.film("second/final.mp4", { seconds: 3 }));
  await expect(drawer.getByText("Version 2")).toBeVisible({ timeout: CHECK_MS });
  await drawer.getByRole("button", { name: "Restore version 1" }).click({ timeout: CHECK_MS });
  await page
    .getByRole("dialog", { name: /^Restore version 1/ })
    .getByRole("button", { name: "Restore version 1" })
    .click();
  await expect(drawer.getByRole("button", { name: "Restore version 2" })).toBeVisible();

  await drawer.getByRole("button", { name: "Copy link…" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByRole("textbox", { name: "Address" }).inputValue();
  expect((await request.get(address)).status()).toBe(200);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Address" })).toBeHidden();

  await refer("final.mp4", "Night drive, row 3");
  await drawer.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete asset" }).click();
  await expect(page.getByText("1 asset is in use and was kept")).toBeVisible();
  await expect(page.getByText("Night drive, row 3").first()).toBeVisible();
});

test("many are selected with the keyboard, moved into a new folder and deleted", async ({ page }) => {
  await openLibrary(page);
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Name", { exact: true }).fill("selects");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This folder is empty")).toBeVisible();
  // In a folder of their own, because other tests upload into the library concurrently.
  const day = await callFrom<{ id: string }>(page, "/asset/ensure_folder", { parent_id: null, path: ["day three"] });
  await openLibrary(page, `?folder=${day.id}`);
  const names = ["one.mp4", "two.mp4", "three.mp4"];
  await chooseFiles(page, await Promise.all(names.map((name) => films.film(name, { seconds: 1 }))));
  for (const name of names) await expectReady(page, name);
  await expect(tile(page, "three.mp4")).toBeVisible();
  await page.getByRole("grid", { name: "Assets" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Move…" }).click();
  await page.getByRole("dialog").getByRole("treeitem", { name: "selects" }).click();
  await page.getByRole("button", { name: "Move here" }).click();
  await page.getByRole("treeitem", { name: "selects" }).first().click();
  await expect(page.getByText("3 assets")).toBeVisible();
  await page.getByRole("grid", { name: "Assets" }).focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 3 assets" }).click();
  await expect(page.getByText("This folder is empty")).toBeVisible();
});
