import type { BrowserContext } from "@playwright/test";

const SHOWN_NOW = new Date("2026-03-02T09:30:00Z");
const MINUTE_MS = 60_000;
const before = (minutes: number): string => new Date(SHOWN_NOW.getTime() - minutes * MINUTE_MS).toISOString();

interface Sessions {
  items: { created_at: string; last_seen_at: string; network: string }[];
}

interface Configs {
  items: { updated_at?: string; created_at?: string; updated_by?: string; created_by?: string }[];
}

interface Health {
  build: { started_at: string; commit: string };
  engines: { latency_ms: number }[];
  checked_at: string;
}

const MOMENT = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g;

/** Shifts timestamps by the distance between now and the fixed time in the screenshots. */
const shiftMoments = (text: string): string => {
  const laterMs = Date.now() - SHOWN_NOW.getTime();
  return text.replaceAll(MOMENT, (_, at: string) => `"${new Date(Date.parse(at) - laterMs).toISOString()}"`);
};

const DAY_MS = 1_440 * MINUTE_MS;
const DAY = /"day":"(\d{4}-\d\d-\d\d)"/g;

/** Shifts the requested range back from the fixed time to the present. */
const shiftQuestion = (address: string, laterMs: number): string => {
  const url = new URL(address);
  for (const end of ["start_time", "end_time"]) {
    const at = url.searchParams.get(end);
    if (at) url.searchParams.set(end, new Date(Date.parse(at) + laterMs).toISOString());
  }
  return url.href;
};

/**
 * Lists with a time range: shifts the range of the request to the present, and the reply back. In whole days, because charts
 * show days.
 */
const shiftRanges = async (context: BrowserContext): Promise<void> => {
  const laterMs = Math.ceil((Date.now() - SHOWN_NOW.getTime()) / DAY_MS) * DAY_MS;
  const earlier = (at: string): string => new Date(Date.parse(at) - laterMs).toISOString();
  await context.route(
    /\/api_v1\/admin\/user\/(credits|order|plan|transaction|project|consumption|search)\b/,
    async (route) => {
      const response = await route.fetch({ url: shiftQuestion(route.request().url(), laterMs) });
      const body = (await response.text())
        .replaceAll(MOMENT, (_, at: string) => `"${earlier(at)}"`)
        .replaceAll(DAY, (_, day: string) => `"day":"${earlier(day).slice(0, 10)}"`);
      await route.fulfill({ response, body });
    },
  );
};

/** Replaces only what differs from run to run: timestamps, measured durations, the commit. */
export const makeSteady = async (context: BrowserContext): Promise<void> => {
  await context.clock.setFixedTime(SHOWN_NOW);
  await context.route("**/api/auth/sessions", async (route) => {
    const response = await route.fetch();
    const sessions = (await response.json()) as Sessions;
    for (const [index, session] of sessions.items.entries()) {
      session.last_seen_at = before(index * 95);
      session.created_at = before(60 + index * 1_500);
    }
    await route.fulfill({ response, json: sessions });
  });
  await context.route(/\/api_v1\/config\/(list|get|history)$/, async (route) => {
    const response = await route.fetch();
    const configs = (await response.json()) as Configs;
    for (const [index, config] of configs.items.entries()) {
      if (config.updated_at) Object.assign(config, { updated_at: before(12 + index * 47), updated_by: "ada" });
      if (config.created_at) Object.assign(config, { created_at: before(12 + index * 1_500), created_by: "ada" });
    }
    await route.fulfill({ response, json: configs });
  });
  await context.route(
    /\/api_v1\/(user|perm|asset|task|task\/benchmark|performer|performer\/task)\/(list|info|history|detail|mine|cell|filter)\b/,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: shiftMoments(await response.text()) });
    },
  );
  await context.route(/\/api_v1\/(leaderboard\/[0-9a-f]|evaluating\/(detail|judgements|tasks|list))/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: shiftMoments(await response.text()) });
  });
  await context.route(
    /\/api_v1\/(dataset|dataset\/[0-9a-f-]{36}\/(detail|views|exports)|storage\/list)$/,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: shiftMoments(await response.text()) });
    },
  );
  await context.route(/\/api_v1\/storage\/test\//, async (route) => {
    // A connection test changes state, so the CSRF check requires a same-origin request.
    const headers = { ...route.request().headers(), "sec-fetch-site": "same-origin" };
    const response = await route.fetch({ headers });
    await route.fulfill({ response, body: shiftMoments(await response.text()) });
  });
  await context.route(/\/api_v1\/admin\/content\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: shiftMoments(await response.text()) });
  });
  await shiftRanges(context);
  await context.route("**/api_v1/system/health", async (route) => {
    const response = await route.fetch();
    const health = (await response.json()) as Health;
    health.checked_at = SHOWN_NOW.toISOString();
    health.build.started_at = before(190);
    health.build.commit = "0123456789abcdef0123456789abcdef01234567";
    for (const [index, engine] of health.engines.entries()) engine.latency_ms = 1.4 + index * 0.7;
    await route.fulfill({ response, json: health });
  });
};
