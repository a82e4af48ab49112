import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { serveFolder } from "./static-files.ts";

/** The screen counts as loaded after this long without a request. */
const QUIET_MS = 1_000;
const TIMEOUT_MS = 30_000;
/** What a screen starts by itself after this long is not part of loading it. On a busy machine it would be counted. */
const LATER_MS = 1_000;

export interface Visit {
  readonly folder: string;
  readonly hash: string;
  /** Text that proves that the screen was rendered. */
  readonly shows: string;
  /** API replies by path; any other request gets a 401. */
  readonly replies: Readonly<Record<string, unknown>>;
}

export interface Weight {
  readonly scripts: number;
  readonly scriptBytes: number;
  readonly styleBytes: number;
}

const answerCalls = async (page: Page, replies: Visit["replies"]): Promise<void> => {
  await page.route(/\/api(_v1)?\//, (route) => {
    // The live connection stays open.
    if (route.request().url().includes("/api_v1/events")) return;
    const reply = replies[new URL(route.request().url()).pathname];
    const refusal = { code: "not_signed_in", detail: "Please login first", request_id: "bundle" };
    return route.fulfill({ status: reply === undefined ? 401 : 200, json: reply ?? refusal });
  });
};

const IGNORE_LATE_TIMERS = `{
  const { setTimeout } = window;
  window.setTimeout = (run, ms = 0, ...values) => (ms < ${LATER_MS} ? setTimeout(run, ms, ...values) : 0);
}`;

const settle = async (lastRequestMs: () => number): Promise<void> => {
  while (performance.now() - lastRequestMs() < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
};

/** Opens a screen in a fresh browser profile and measures the gzipped size of every script and style it loaded. */
export const measurePage = async (browser: Browser, { folder, hash, shows, replies }: Visit): Promise<Weight> => {
  const site = await serveFolder(folder);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const loaded = new Set<string>();
    let requestedMs = performance.now();
    page.on("request", () => {
      requestedMs = performance.now();
    });
    page.on("response", (response) => {
      if (response.ok() && response.url().startsWith(site.origin)) loaded.add(new URL(response.url()).pathname);
    });
    await page.addInitScript({ content: IGNORE_LATE_TIMERS });
    await answerCalls(page, replies);
    await page.goto(`${site.origin}/${hash}`);
    await page.locator(shows).first().waitFor({ timeout: TIMEOUT_MS });
    await settle(() => requestedMs);
    const gzipped = (extension: string): number[] =>
      [...loaded]
        .filter((url) => url.endsWith(extension))
        .map((url) => gzipSync(readFileSync(site.fileOf(url))).length);
    const [scripts, styles] = [gzipped(".js"), gzipped(".css")];
    const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
    return { scripts: scripts.length, scriptBytes: sum(scripts), styleBytes: sum(styles) };
  } finally {
    await context.close();
    await site.close();
  }
};
