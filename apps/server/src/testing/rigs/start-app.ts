import { afterAll, beforeAll } from "vitest";
import { type App, createApp } from "../../app.ts";
import type { Config } from "../../config.ts";
import { createSettingsReader, type SettingsReader } from "../../features/settings/index.ts";
import { collectCspViolations } from "../../features/system/index.ts";
import { RequestMetrics } from "../../http/observability/request-metrics.ts";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import type { Db } from "../../platform/db/database.ts";
import { openLog } from "../../platform/observability/log.ts";
import { type FakeClock, fakeClock } from "../fake-clock.ts";
import { testConfig, testDatabase } from "../test-database.ts";

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** Cookies by name, as a browser keeps them. */
  cookies: Record<string, string>;
}

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  body?: unknown;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  /** The client's address. */
  from?: string;
}

export interface RunningApp {
  readonly db: Db;
  readonly clock: FakeClock;
  readonly app: App;
  readonly config: Config;
  readonly settings: SettingsReader;
  /** Every log line, including the access log. */
  readonly log: readonly string[];
  call(path: string, call?: Call): Promise<Answer>;
}

/** The whole server on its own database, called without a socket. Call it at the top of a test file. */
export const runApp = (
  overrides: (config: Config) => Config = (config) => config,
): { readonly current: RunningApp } => {
  const database = testDatabase();
  let running: RunningApp | undefined;
  beforeAll(async () => {
    const { db, url } = database.current;
    const config = testConfig();
    running = await start(db, overrides({ ...config, database: { ...config.database, url }, webRoot: undefined }));
  });
  afterAll(async () => {
    await running?.app.http.close();
    await running?.settings.close();
  });
  return {
    get current() {
      if (!running) throw new Error("the app runs only while tests run");
      return running;
    },
  };
};

const start = async (db: Db, config: Config): Promise<RunningApp> => {
  const lines: string[] = [];
  const { log, sink } = openLog({
    level: "debug",
    isBuffered: false,
    to: { write: (line: string) => lines.push(line) },
  });
  const clock = fakeClock(new Date());
  const settings = createSettingsReader({ db, redisUrl: config.redisUrl, secretKeys: config.secretKeys, log });
  await settings.start();
  const metrics = new RequestMetrics();
  const cspViolations = collectCspViolations({ log, clock: clock.now, ownOrigin: config.publicOrigin });
  const app = await createApp({
    config,
    db,
    clock: clock.now,
    log,
    settings,
    accessSink: sink,
    metrics,
    cspViolations,
  });
  return { db, clock, app, config, settings, log: lines, call: (path, call) => ask(app, path, call) };
};

const ask = async (
  app: App,
  path: string,
  { method = "GET", body, cookies = {}, headers = {}, from = "192.0.2.7" }: Call = {},
): Promise<Answer> => {
  const response = await app.http.inject({
    method,
    url: path,
    remoteAddress: from,
    headers: { "sec-fetch-site": "same-origin", ...headers },
    cookies,
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const kept = response.cookies.map((cookie) => [cookie.name, cookie.value]);
  return {
    status: response.statusCode,
    body: response.body === "" || !response.headers["content-type"]?.includes("json") ? {} : response.json(),
    headers: response.headers,
    cookies: Object.fromEntries(kept),
  };
};

/** The session cookie of a user who has just signed in with this password. */
export const signIn = async (
  { call }: RunningApp,
  username: string,
  password: string,
): Promise<Record<string, string>> => {
  const { status, cookies } = await call("/api/auth/login", { method: "POST", body: { username, password } });
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" };
};
