// The rules and dashboards against a real Prometheus that scrapes a real API and worker: the rules do what their tests say,
// every query is valid, and every query has an answer, so that none names a metric or a label that does not exist.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../apps/server/src/config.ts";
import { deleteSchedules } from "../../apps/server/src/testing/delete-schedules.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { emptyLogs, openProcesses } from "../chaos/harness/server-processes.ts";
import { type DashboardQuery, listDashboardQueries } from "./dashboards.ts";
import { type Prometheus, promtool, startPrometheus } from "./prometheus.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../ops/monitoring");
const RULES = path.join(FOLDER, "rules.yml");
const SCRAPED_MS = 12_000;
/** Every service gets a few requests; refused ones have a route and a duration too. */
const REQUESTS: readonly (readonly [method: string, path: string])[] = [
  ["POST", "/api/auth/login"],
  ["GET", "/api/auth/me"],
  ["GET", "/api_v1/task/list"],
  ["POST", "/api_v1/evaluating/claim"],
  ["POST", "/api_v1/service/credits/balance"],
];

const faults: string[] = [];
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const sendRequests = async (origin: string): Promise<void> => {
  for (const [method, address] of REQUESTS) {
    const body = method === "POST" ? "{}" : null;
    const { status } = await fetch(`${origin}${address}`, {
      method,
      body,
      headers: { "content-type": "application/json" },
    });
    if (status === 404 || status >= 500) throw new Error(`${method} ${address} was answered with ${status}`);
  }
};

const checkQueries = async (prometheus: Prometheus, queries: readonly DashboardQuery[]): Promise<void> => {
  for (const { where, expression } of queries) {
    const found = await prometheus.query(expression).catch((error: Error) => error);
    if (found instanceof Error) faults.push(`${where}: ${found.message}`);
    else if (found.length === 0) faults.push(`${where} has no answer: ${expression}`);
  }
};

/** Metrics that a rule compares with a limit; the comparison itself has no answer while nothing is wrong. */
const metricsOf = (expression: string): string[] => {
  const withoutTexts = expression.replaceAll(/"[^"]*"/g, '""');
  const words = withoutTexts.match(/\b(?:[a-z]+_[a-z_0-9]+|service:\w+:\w+|up)\b(?=[{[) ]|$)/g) ?? [];
  return [...new Set(words)];
};

const checkRules = async (prometheus: Prometheus): Promise<number> => {
  const rules = await prometheus.rules();
  for (const { name, query, health, lastError } of rules) {
    if (health !== "ok") faults.push(`the rule ${name} is ${health}: ${lastError ?? "no reason"}`);
    for (const metric of metricsOf(query)) {
      const found = await prometheus.query(metric);
      if (found.length === 0) faults.push(`the rule ${name} asks for ${metric}, which does not exist`);
    }
  }
  return rules.length;
};

const checkLive = async (undo: (() => Promise<unknown>)[]): Promise<void> => {
  const given = testEnvironment();
  const { ownerUrl = "", url: appUrl } = readConfig(given).database;
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  undo.push(() => dropDatabase(ownerUrl, name));
  const processes = await openProcesses({ environment: given }, emptyLogs("monitoring"), {
    DAILIES_DATABASE_URL: withDatabase(appUrl, name),
    DAILIES_TASK_QUEUE: `monitoring-${randomBytes(6).toString("hex")}`,
  });
  const { DAILIES_OPS_PORT: opsPort, DAILIES_WORKER_OPS_PORT: workerPort } = processes.environment;
  const api = await processes.startApi();
  undo.push(() => api.stop());
  const worker = await processes.startWorker();
  undo.push(() => deleteSchedules(readConfig(processes.environment)));
  undo.push(() => worker.stop());
  const prometheus = await startPrometheus(RULES, [
    { job: "dailies-api", port: Number(opsPort) },
    { job: "dailies-worker", port: Number(workerPort) },
  ]);
  undo.push(() => prometheus.stop());
  const untilMs = performance.now() + SCRAPED_MS;
  while (performance.now() < untilMs) {
    await sendRequests(processes.origin);
    await sleep(500);
  }
  const queries = listDashboardQueries(path.join(FOLDER, "dashboards"));
  await checkQueries(prometheus, queries);
  const rules = await checkRules(prometheus);
  // Otherwise a Prometheus that answers everything would pass.
  const missing = await prometheus.query("dailies_metric_that_nobody_exports");
  if (missing.length > 0) faults.push("a metric that does not exist has an answer");
  say(`${queries.length} queries of dashboards and ${rules} rules asked, ${faults.length} faults`);
};

say(await promtool("check", "rules", RULES));
say(await promtool("test", "rules", path.join(FOLDER, "rules.test.yml")));
const undo: (() => Promise<unknown>)[] = [];
try {
  await checkLive(undo);
} finally {
  for (const step of undo.reverse()) await step();
}
for (const fault of faults) say(`FAIL ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
