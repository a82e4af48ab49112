import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { changeReply, refuseCall } from "../../fixtures/answers.ts";
import { ensureReady } from "../../fixtures/benchmarks/benchmarks.ts";
import { ensureShownContent, SHOWN_MAKER, SHOWN_PROJECT } from "../../fixtures/content.ts";
import type { View } from "../view.ts";

const WALL = `?user=${encodeURIComponent(SHOWN_MAKER)}`;

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

type Act = (page: Page) => Promise<unknown>;

const view = (name: string, search: string, look: Act, prepare?: Act): View => ({
  name: `content-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await ensureShownContent(page);
    await prepare?.(page);
    await page.goto(`/#/platform/content${search}`);
    await look(page);
  },
});

const refuse = (page: Page): Promise<unknown> =>
  refuseCall(page, contract.content.listFavorites, "internal", "the favourites cannot be read");

const countMany = (page: Page): Promise<unknown> =>
  changeReply(page, contract.content.listFavorites, (reply) => ({ ...reply, total: 10_000, is_total_exact: false }));

const postersArrived = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const inSight = [...document.querySelectorAll<HTMLImageElement>(".ds-clip-poster")].filter(
          (image) => image.getBoundingClientRect().top < window.innerHeight,
        );
        return inSight.length > 0 && inSight.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      }),
    )
    .toBe(true);

const openTile = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole("list", { name: "Favourites" }).getByRole("link", { name }).first().click();
  await expect(page.getByRole("dialog").first()).toBeVisible();
  await seen(page, "guidance");
};

/** The screenshots show a paused clip. */
const holdStill = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (const video of document.querySelectorAll("video")) {
      video.pause();
      video.currentTime = 0;
    }
  });

/** End users' content in its main states. */
export const PLATFORM_CONTENT_VIEWS: readonly View[] = [
  view("wall", WALL, postersArrived),
  view("wall-none", "?source=nowhere", (page) => seen(page, "No favourite matches these filters")),
  view("wall-failed", WALL, (page) => seen(page, "the favourites cannot be read"), refuse),
  view(
    "wall-many",
    WALL,
    async (page) => {
      await seen(page, "10,000+ favourites");
      await postersArrived(page);
    },
    countMany,
  ),
  view("lightbox", WALL, async (page) => {
    await openTile(page, /potter.*Video/s);
    await expect(page.locator("video")).toBeVisible();
    await holdStill(page);
  }),
  view("lightbox-image", `${WALL}&assets_type=image`, (page) => openTile(page, /Image/)),
  view("lightbox-audio", `${WALL}&assets_type=audio`, (page) => openTile(page, /Audio/)),
  view("lightbox-shy", `?user=${encodeURIComponent("shy.maker@customer.example")}`, async (page) => {
    await openTile(page, /Snow/);
    await seen(page, "The creator has not consented");
    await holdStill(page);
  }),
  view("reject", WALL, async (page) => {
    await openTile(page, /Rain/);
    await page.keyboard.press("r");
    await seen(page, /is marked as rejected/);
    await holdStill(page);
  }),
  view(
    "benchmark-row",
    WALL,
    async (page) => {
      await openTile(page, /Rain/);
      await page.getByRole("button", { name: /^Add as benchmark row/ }).click();
      await seen(page, "The prompt is added as the last row.");
      await holdStill(page);
    },
    ensureReady,
  ),
  view("project", `?project=${SHOWN_PROJECT}`, (page) => seen(page, "Succeeded")),
  view("project-none", "?project=nowhere", (page) => seen(page, "Project not found")),
  view("task", `?project=${SHOWN_PROJECT}&task=${SHOWN_PROJECT}_t3`, (page) => seen(page, "Parent task")),
  view("task-failed", `?project=${SHOWN_PROJECT}&task=${SHOWN_PROJECT}_t4`, (page) => seen(page, "ran out of memory")),
];
