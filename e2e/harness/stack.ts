import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "../../apps/server/src/config.ts";
import { deleteSchedules } from "../../apps/server/src/testing/delete-schedules.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { findLeaks } from "../../apps/server/src/testing/find-leaks.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { OPENID_CLIENT } from "../../apps/server/src/testing/outsiders/openid-provider.ts";
import { aTokenKey } from "../../apps/server/src/testing/outsiders/token-keys.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import type { Run } from "../environment.ts";
import { ensureBuilt, ROOT } from "./fresh-build.ts";
import { type RunningProcess, startProcess } from "./process.ts";

export interface Stack {
  readonly run: Run;
  /**
   * Stops what was started and returns every line that was logged as an error, or that leaks a secret or an e-mail address.
   */
  stop(): Promise<string[]>;
}

type Undo = () => Promise<unknown>;

/** In reverse order; a failed cleanup does not prevent the others. */
const undoAll = async (undo: readonly Undo[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of undo.toReversed()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "not everything could be cleared away");
};

/** The production bundles on their own database, task queue and ports. */
export const startStack = async (): Promise<Stack> => {
  await ensureBuilt();
  const undo: Undo[] = [];
  try {
    const environment = await prepare(undo);
    const processes = await startProcesses(environment, undo);
    const { publicOrigin, database, clusters, runSourceOrigins, signOn, scimToken = "" } = readConfig(environment);
    const [clusterUrl = "", kuberayUrl = ""] = clusters.trustedOrigins;
    return {
      run: {
        origin: publicOrigin,
        databaseUrl: database.url,
        mailApiUrl: environment.DAILIES_MAIL_API_URL ?? "",
        performerUrl: environment.DAILIES_PERFORMER_URL ?? "",
        clusterUrl,
        kuberayUrl,
        runSourceUrl: runSourceOrigins.at(-1) ?? "",
        provider: { url: signOn?.issuer ?? "", privateJwk: aTokenKey("RS256").privateJwk },
        scimToken,
      },
      stop: async () => {
        await undoAll(undo);
        return troublesIn(processes, environment);
      },
    };
  } catch (error) {
    await undoAll(undo).catch((failure: unknown) => {
      throw new AggregateError([error, failure], "the start failed and left something behind");
    });
    throw error;
  }
};

const prepare = async (undo: Undo[]): Promise<NodeJS.ProcessEnv> => {
  const given = testEnvironment();
  if (!given.DAILIES_MAIL_API_URL) throw new Error("the journeys read mails and need DAILIES_MAIL_API_URL");
  const { database } = readConfig(given);
  const { ownerUrl, url: appUrl } = database;
  if (!ownerUrl) throw new Error("the journeys make their own database and need DAILIES_OWNER_DATABASE_URL");
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  undo.push(() => dropDatabase(ownerUrl, name));
  const webRoot = await mkdtemp(path.join(tmpdir(), "dailies-e2e-web-"));
  undo.push(() => rm(webRoot, { recursive: true }));
  // A copy: a concurrent build would remove the files under the running server.
  await cp(path.join(ROOT, "apps/web/dist"), webRoot, { recursive: true });
  const performerFolder = await mkdtemp(path.join(tmpdir(), "dailies-e2e-performer-"));
  undo.push(() => rm(performerFolder, { recursive: true }));
  const [port, performerPort] = [await freePort(), await freePort()];
  return {
    ...given,
    DAILIES_MODE: "production",
    DAILIES_HTTP_HOST: "127.0.0.1",
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_HOST: "127.0.0.1",
    DAILIES_OPS_PORT: `${await freePort()}`,
    DAILIES_WORKER_OPS_PORT: `${await freePort()}`,
    DAILIES_PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DAILIES_EXTRA_ORIGINS: "",
    DAILIES_WEB_ROOT: webRoot,
    DAILIES_DATABASE_URL: withDatabase(appUrl, name),
    // A worker of this checkout may be running; on a shared queue it would run our workflows on its own database.
    DAILIES_TASK_QUEUE: `e2e-${randomBytes(6).toString("hex")}`,
    DAILIES_FAILURES_PER_NETWORK: "1000000",
    DAILIES_PERFORMER_PORT: `${performerPort}`,
    DAILIES_PERFORMER_FOLDER: performerFolder,
    DAILIES_PERFORMER_URL: `http://127.0.0.1:${performerPort}`,
    DAILIES_PERFORMER_ORIGINS: `http://127.0.0.1:${performerPort}`,
    DAILIES_CLUSTER_ORIGINS: `http://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
    // Beside the real server, if the environment names one.
    DAILIES_RUN_SOURCE_ORIGINS: `${given.DAILIES_RUN_SOURCE_ORIGINS ?? ""},http://127.0.0.1:${await freePort()}`,
    ...signOnAt(`http://127.0.0.1:${await freePort()}`),
  };
};

/** Every login page offers single sign-on; the journey that is about it starts the provider. */
const signOnAt = (issuer: string): NodeJS.ProcessEnv => ({
  DAILIES_OIDC_ISSUER: issuer,
  DAILIES_OIDC_CLIENT_ID: OPENID_CLIENT.clientId,
  DAILIES_OIDC_CLIENT_SECRET: OPENID_CLIENT.clientSecret,
  DAILIES_OIDC_NAME: "Example ID",
  DAILIES_OIDC_GROUP_CODES: JSON.stringify({ "video-leads": ["USE_VERSION_1_0", "USER_MANAGE_R"] }),
  DAILIES_OIDC_NEW_ACCOUNTS: "domain",
  DAILIES_OIDC_DOMAINS: "example.test",
  DAILIES_SCIM_TOKEN: randomBytes(24).toString("hex"),
});

const startProcesses = async (environment: NodeJS.ProcessEnv, undo: Undo[]): Promise<RunningProcess[]> => {
  const config = readConfig(environment);
  const { host, port, workerPort } = config.ops;
  const performerUrl = environment.DAILIES_PERFORMER_URL;
  const scripts = [
    { name: "performer", script: "apps/performer/src/bin/performer.ts", readyUrl: `${performerUrl}/health` },
    { name: "api", script: "apps/server/dist/api.js", readyUrl: `http://${host}:${port}/readyz` },
    { name: "worker", script: "apps/server/dist/worker.js", readyUrl: `http://${host}:${workerPort}/readyz` },
  ];
  // Concurrently: each waits for its engines and not for the others.
  const started = await Promise.allSettled(scripts.map((options) => startProcess({ ...options, environment })));
  const processes = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  for (const running of processes) undo.push(() => running.stop());
  for (const each of started) if (each.status === "rejected") throw each.reason;
  undo.push(() => deleteSchedules(config));
  return processes;
};

const isError = (line: string): boolean => {
  try {
    const { level } = JSON.parse(line) as { level?: string };
    return level === "error" || level === "fatal";
  } catch {
    // A line that is not JSON comes from a crashed process.
    return line !== "";
  }
};

const troublesIn = async (processes: readonly RunningProcess[], environment: NodeJS.ProcessEnv): Promise<string[]> => {
  const texts = await Promise.all(processes.map(({ logFile }) => readFile(logFile, "utf8")));
  return texts.flatMap((text) => [...text.split("\n").filter(isError), ...findLeaks(text, environment)]);
};
