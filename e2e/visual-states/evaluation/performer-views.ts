import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ensureCalls, ensureHosted, PLAYGROUND_PATH } from "../../fixtures/benchmarks/performers.ts";
import type { View, Viewer } from "../view.ts";

const goTo = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

const view = (name: string, open: (page: Page) => Promise<void>, viewer: Viewer = "administrator"): View => ({
  name: `performer-${name}`,
  viewer,
  open,
});

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

const wall = async (page: Page): Promise<void> => {
  await ensureCalls(page);
  await goTo(page, PLAYGROUND_PATH);
  await expect(page.getByRole("list", { name: "Results" }).locator("img").first()).toHaveJSProperty("complete", true);
};

const callBy = async (page: Page, status: string): Promise<string> =>
  (await ensureCalls(page)).find((call) => call.status === status)?.id ?? "";

const NOTHING = { items: [], total: 0 };

/** The playground, the job history, the performer registry and the quick page in their main states. */
export const PERFORMER_VIEWS: readonly View[] = [
  view("bench", wall),
  view("bench-marked", async (page) => {
    await wall(page);
    for (const place of [0, 1])
      await page
        .getByRole("checkbox", { name: /to compare$/ })
        .nth(place)
        .check();
    await expect(page.getByRole("button", { name: "Compare 2 clips" })).toBeEnabled();
  }),
  view("bench-none", async (page) => {
    await answerCall(page, contract.performers.listPerformers, NOTHING);
    await goTo(page, PLAYGROUND_PATH);
    await seen(page, "No performers yet");
  }),
  view("bench-failed", async (page) => {
    await refuseCall(page, contract.performers.listPerformers, "internal", "the performers could not be read");
    await goTo(page, PLAYGROUND_PATH);
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  }),
  view("history", async (page) => {
    await ensureCalls(page);
    await goTo(page, `${PLAYGROUND_PATH}?tab=history`);
    await expect(page.getByRole("row", { name: /lighthouse/ }).first()).toBeVisible();
  }),
  view("history-none-found", async (page) => {
    await goTo(page, `${PLAYGROUND_PATH}?tab=history&q=zzzz`);
    await seen(page, "No call matches");
  }),
  view("call", async (page) => {
    await goTo(page, `${PLAYGROUND_PATH}?tab=history&call=${await callBy(page, "Succeeded")}`);
    await seen(page, "Request with defaults");
  }),
  view("call-failed", async (page) => {
    await goTo(page, `${PLAYGROUND_PATH}?tab=history&call=${await callBy(page, "Failed")}`);
    await seen(page, "Request with defaults");
  }),
  view("register", async (page) => {
    await ensureCalls(page);
    await ensureHosted(page);
    await goTo(page, `${PLAYGROUND_PATH}?tab=performers`);
    await seen(page, "No credentials");
  }),
  view("register-presets", async (page) => {
    await goTo(page, `${PLAYGROUND_PATH}?tab=performers&edit=new`);
    await seen(page, "Any HTTP service");
  }),
  view("register-form", async (page) => {
    await goTo(page, `${PLAYGROUND_PATH}?tab=performers&edit=new`);
    await page.getByRole("button", { name: /^Any HTTP service/ }).click();
    await expect(page.getByRole("textbox", { name: "Path to submit" })).toBeVisible();
  }),
  view(
    "quick",
    async (page) => {
      await ensureCalls(page);
      await goTo(page, "/#/playground");
      await expect(page.getByRole("list", { name: "Recent clips" })).toBeVisible();
    },
    "administrator",
  ),
  view(
    "quick-none",
    async (page) => {
      await answerCall(page, contract.performers.listPerformers, NOTHING);
      await goTo(page, "/#/playground");
      await seen(page, "No performer is shared yet");
    },
    "staff",
  ),
];
