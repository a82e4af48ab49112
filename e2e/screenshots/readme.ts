import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { creditsRoutes, datasetCatalogueRoutes, tasksRoutes } from "@dailies/contract";
import { chromium, type Page } from "@playwright/test";
import { readConfig, readSeedAdministrator } from "../../apps/server/src/config.ts";
import { JUDGES, OWNER, signIn } from "../../apps/server/src/features/demo/index.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { headlessLaunch } from "../../checks/environment.ts";
import { ROOT } from "../harness/fresh-build.ts";
import { withOpenJudging } from "./open-judging.ts";

const SIZE = { width: 1440, height: 900 };
const SETTLE_MS = 6_000;
const run = promisify(execFile);

/** Screens are mostly flat colours: 200 of them look the same and take a third of the bytes. */
const quantise = async (from: string, to: string): Promise<void> => {
  const palette = "split[a][b];[a]palettegen=max_colors=200:stats_mode=full[p];[b][p]paletteuse=dither=none";
  await run("ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", from, "-vf", palette, "-compression_level", "9", to]);
};

const take = async (page: Page, hash: string, name: string, prepare?: () => Promise<void>): Promise<void> => {
  // A new document: only the hash differs between two screens.
  await page.goto("about:blank");
  await page.goto(`/#${hash}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await prepare?.();
  await page.waitForTimeout(SETTLE_MS);
  const file = path.join(ROOT, "docs/pictures", `readme-${name}.png`);
  await page.screenshot({ path: `${file}.full.png`, animations: "disabled" });
  await quantise(`${file}.full.png`, file);
  await rm(`${file}.full.png`);
  process.stdout.write(`${path.relative(ROOT, file)}\n`);
};

const enter = async (page: Page, as: string): Promise<void> => {
  await page.goto("/");
  await page.evaluate(
    (body) =>
      fetch("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    { username: as, password },
  );
};

const environment = testEnvironment();
const origin = readConfig(environment).publicOrigin;
const { username, password } = readSeedAdministrator(environment);
const administrator = await signIn(origin, username, password);
const { items: tasks } = await administrator.call(tasksRoutes.listTasks, {
  query: { tag: ["dailies-demo"], page: 1, page_size: 50 },
});
const { items: datasets } = await administrator.call(datasetCatalogueRoutes.listDatasets, {});
const { items: customers } = await administrator.call(creditsRoutes.searchEndUsers, { query: { q: "a", limit: 20 } });
const judged = tasks.find(({ status }) => status === "Finished");
const dataset = datasets.find(({ name }) => name === "Procedural clips, MDS");
const customer = customers[0];
if (!judged || !dataset || !customer) throw new Error("the demo is not there: run ./dev up, or ./dev demo");

const browser = await chromium.launch(headlessLaunch());
try {
  const page = await browser.newPage({ baseURL: origin, viewport: SIZE, locale: "en-US", timezoneId: "UTC" });
  await enter(page, username);
  await take(page, `/task-generate?task=${judged.id}`, "grid");
  await take(page, `/task-benchmark?task=${judged.id}`, "board");
  await take(page, `/dataset?id=${dataset.id}`, "dataset");
  await take(page, `/sdv?uri=${encodeURIComponent(dataset.uri)}`, "viewer");
  await take(page, `/platform/user?user=${encodeURIComponent(customer.email)}`, "grant", () =>
    page.getByRole("button", { name: /^Grant credits/ }).click(),
  );
  const [judge] = JUDGES;
  await enter(page, judge);
  await withOpenJudging(await signIn(origin, OWNER, password), judged, judge, (id) =>
    take(page, `/evaluating?task=${id}`, "judging"),
  );
} finally {
  await browser.close();
}
