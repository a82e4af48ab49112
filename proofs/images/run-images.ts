// Runs the images of `pnpm proof image` beside real engines, hardened as docs/install/images.md says. It prints what it saw, and
// a line that begins with FAULT for whatever is not as it should be.
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { ROOT } from "../../checks/repository.ts";
import { startOwnEngines } from "../chaos/harness/own-engines.ts";
import { type DockerEngine, startDockerEngine } from "./docker-engine.ts";

const [folder = ""] = process.argv.slice(2);
const PROFILE = path.join(ROOT, "ops/images/seccomp.json");
const READY_MS = 120_000;
const STOP_S = "30";
const HARDENED = ["--read-only", "--tmpfs", "/tmp", "--tmpfs", "/var/lib/dailies:uid=1000,gid=1000,mode=0700"]
  .concat("--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--memory", "3g", "--pids-limit", "512")
  .concat("--network", "host");

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const check = (isSo: boolean, what: string): void => print(isSo ? `  ${what}` : `FAULT not so: ${what}`);

interface Readiness {
  readonly state: string;
  readonly checks?: Readonly<Record<string, string>>;
}

const readinessAt = async (port: number): Promise<Readiness> =>
  (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as Readiness;

/** Once it is ready or degraded; both take requests. */
const becomesReady = (port: number): Promise<Readiness> =>
  eventually(async () => {
    const readiness = await readinessAt(port).catch(() => undefined);
    return readiness?.state === "ready" || readiness?.state === "degraded" ? readiness : undefined;
  }, READY_MS);

/** The settings of the engines as a file, as operators give them; the images set the rest themselves. */
const writeSettings = async (
  environment: NodeJS.ProcessEnv,
  ports: Readonly<Record<string, number>>,
): Promise<string> => {
  const ofImage =
    /^DAILIES_(?:MODE|WEB_ROOT|(?:HTTP|OPS)_(?:HOST|PORT)|WORKER_OPS_PORT|DATA|CACHE|UNIT|ADMIN_\w+|WEB_PORT|PERFORMER_\w+)$/;
  const lines = Object.entries(environment)
    .filter(([name]) => name.startsWith("DAILIES_") && !ofImage.test(name))
    .map(([name, value]) => `${name}=${value}`);
  const own = Object.entries(ports).map(([name, port]) => `${name}=${port}`);
  const file = path.join(folder, "settings");
  await writeFile(file, `${[...lines, ...own].join("\n")}\n`, { mode: 0o600 });
  return file;
};

const judgeProcess = async ({ docker }: DockerEngine, name: string): Promise<void> => {
  const status = await docker("exec", name, "cat", "/proc/1/status");
  const field = (wanted: string): string => new RegExp(`^${wanted}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
  check(field("Uid") === "1000" && field("Gid") === "1000", `${name} runs as user and group 1000`);
  const capabilities = [field("CapEff"), field("CapPrm"), field("CapBnd")];
  check(
    capabilities.every((set) => /^0+$/.test(set)),
    `${name} has no capability`,
  );
  check(field("NoNewPrivs") === "1" && field("Seccomp") === "2", `${name} can gain no privileges and is filtered`);
  const written = await docker("exec", name, "touch", "/app/written").catch((error: Error) => error.message);
  check(written.includes("Read-only file system"), `${name} cannot write its own files`);
  await eventually(async () => {
    const health = await docker("inspect", "--format", "{{.State.Health.Status}}", name);
    return health === "healthy" ? health : undefined;
  }, READY_MS);
  print(`  ${name} is healthy`);
};

const exitCode = ({ docker }: DockerEngine, name: string): Promise<string> =>
  docker("inspect", "--format", "{{.State.ExitCode}}", name);

/** A request whose body is still under way when the process is told to end. */
const judgeDrain = async (engine: DockerEngine, port: number): Promise<void> => {
  const body = JSON.stringify({ username: "nobody", password: "not a password of anybody" });
  const sent = request({
    port,
    host: "127.0.0.1",
    path: "/api/auth/login",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, "sec-fetch-site": "same-origin" },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sent.once("response", (response) => response.resume().once("end", () => resolve(response.statusCode ?? 0)));
    sent.once("error", reject);
  });
  sent.write(body.slice(0, 10));
  await sleep(500);
  const stopped = engine.docker("stop", "--time", STOP_S, "api");
  await sleep(2_000);
  const isRunning = await engine.docker("inspect", "--format", "{{.State.Running}}", "api");
  sent.end(body.slice(10));
  const status = await answered.catch((error: Error) => error.message);
  await stopped;
  check(
    isRunning === "true" && typeof status === "number" && status < 500,
    `SIGTERM lets a running request end (${status})`,
  );
  const code = await exitCode(engine, "api");
  check(code === "0", `the API ends with 0 on SIGTERM (${code})`);
};

const judgeBill = async ({ docker }: DockerEngine, inImage: readonly string[]): Promise<void> => {
  const bill = JSON.parse(await docker(...inImage, "cat", "apps/server/dist/bill-of-materials.cdx.json")) as {
    readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
  };
  const listed = new Set(
    bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`),
  );
  const folders = (await docker(...inImage, "ls", "node_modules/.pnpm")).split("\n");
  const installed = folders
    .filter((name) => name !== "node_modules")
    .map((name) => name.split("_", 1)[0]?.split("(", 1)[0]?.replace("+", "/") ?? "");
  const missing = installed.filter((name) => !listed.has(name));
  check(
    missing.length === 0,
    `the bill of materials lists all ${installed.length} packages of the image ${missing.slice(0, 5)}`,
  );
};

const judgeWorker = async (engine: DockerEngine, start: readonly string[], port: number): Promise<void> => {
  const { docker } = engine;
  await docker(...start, "--name", "worker", "--security-opt", `seccomp=${PROFILE}`, "dailies-worker:proof");
  const readiness = await becomesReady(port);
  check(
    readiness.checks?.["media jail"] === "ok",
    `with our profile the worker checks media: ${JSON.stringify(readiness)}`,
  );
  await judgeProcess(engine, "worker");
  await docker("stop", "--time", STOP_S, "worker");
  const code = await exitCode(engine, "worker");
  check(code === "0", `the worker ends with 0 on SIGTERM (${code})`);
  await docker("rm", "worker");
};

const judgeWorkerWithoutProfile = async ({ docker }: DockerEngine, start: readonly string[], port: number) => {
  await docker(...start, "--name", "worker", "dailies-worker:proof");
  const { state, checks } = await becomesReady(port);
  const words = checks?.["media jail"] ?? "";
  const isNamed = state === "degraded" && words.includes("ops/images/seccomp.json");
  check(isNamed, `without it the worker works and says why it checks no media: ${words}`);
  const log = await docker("logs", "worker");
  check(log.includes("media sandbox is not available"), "its log says the same");
  await docker("rm", "--force", "worker");
};

const judgeApi = async (
  engine: DockerEngine,
  start: readonly string[],
  ports: readonly [http: number, ops: number],
) => {
  const [httpPort, opsPort] = ports;
  const beganMs = performance.now();
  await engine.docker(...start, "--name", "api", "dailies-api:proof");
  await becomesReady(opsPort);
  print(`  the API is ready after ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
  const page = await fetch(`http://127.0.0.1:${httpPort}/`, { headers: { accept: "text/html" } });
  check(page.ok && (await page.text()).includes("<title>Dailies</title>"), "it serves the web application");
  const me = await fetch(`http://127.0.0.1:${httpPort}/api/auth/me`);
  check(me.status === 401, "it serves the API");
  await judgeProcess(engine, "api");
  await judgeDrain(engine, httpPort);
};

const runImages = async (): Promise<void> => {
  const engines = await startOwnEngines();
  const [http, ops, workerOps] = [await freePort(), await freePort(), await freePort()];
  const settings = await writeSettings(
    { ...engines.environment, DAILIES_PUBLIC_ORIGIN: `http://127.0.0.1:${http}`, DAILIES_EXTRA_ORIGINS: "" },
    { DAILIES_HTTP_PORT: http, DAILIES_OPS_PORT: ops, DAILIES_WORKER_OPS_PORT: workerOps },
  );
  const engine = await startDockerEngine(engines.environment, folder, [
    "--bridge",
    "none",
    "--iptables=false",
    "--ip6tables=false",
  ]);
  try {
    for (const name of ["api", "worker"])
      await engine.docker("load", "--quiet", "--input", path.join(folder, `${name}.tar`));
    print(
      `  sizes: ${(await engine.docker("images", "--filter", "reference=dailies-*", "--format", "{{.Repository}} {{.Size}}")).replaceAll("\n", ", ")}`,
    );
    const once = ["run", "--rm", ...HARDENED, "--env-file", settings, "dailies-api:proof"];
    await engine.docker(...once, "node", "apps/server/dist/migrate.js");
    await judgeBill(engine, once);
    const start = ["run", "--detach", ...HARDENED, "--env-file", settings];
    await judgeWorkerWithoutProfile(engine, start, workerOps);
    await judgeWorker(engine, start, workerOps);
    await judgeApi(engine, start, [http, ops]);
  } finally {
    await engine.stop();
    await engines.stop();
  }
};

await runImages();
