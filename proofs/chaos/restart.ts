// Replaces the API process repeatedly under load and counts every request without a reply.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { becomesReady, freePort } from "../../apps/server/src/testing/listening.ts";

const KEEP_ALIVE_LOOPS = 60;
const NEW_CONNECTION_LOOPS = 20;
const START_MS = 30_000;
const BUNDLE = fileURLToPath(new URL("../../apps/server/dist/supervisor.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../apps/server/src/bin/supervisor.ts", import.meta.url));

interface Tally {
  good: number;
  failures: Map<string, number>;
  isDone: boolean;
}

const askOnce = (port: number, agent: Agent | false): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path: "/api/auth/me", agent, timeout: 10_000 }, (response) => {
      // Without a session the expected reply is 401, after passing the whole HTTP layer.
      if (response.statusCode !== 401) reject(new Error(`status ${response.statusCode}`));
      response.resume().on("end", resolve).on("error", reject);
    });
    sent.on("timeout", () => sent.destroy(new Error("timeout")));
    sent.on("error", reject).end();
  });

/** No retries: every error a client would have seen counts. */
const loop = async (port: number, agent: Agent | false, tally: Tally): Promise<void> => {
  while (!tally.isDone) {
    try {
      await askOnce(port, agent);
      tally.good += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tally.failures.set(reason, (tally.failures.get(reason) ?? 0) + 1);
    }
    await sleep(Math.random() * 20);
  }
};

const startSupervisor = async (httpPort: number, opsPort: number): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [existsSync(BUNDLE) ? BUNDLE : SOURCE], {
    env: {
      ...testEnvironment(),
      DAILIES_MODE: "production",
      DAILIES_HTTP_PORT: `${httpPort}`,
      DAILIES_OPS_PORT: `${opsPort}`,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (!(await becomesReady(`http://127.0.0.1:${opsPort}/readyz`, START_MS, () => child.exitCode !== null))) {
    child.kill("SIGKILL");
    throw new Error("the API did not become ready within 30 s");
  }
  return child;
};

const workerPid = (supervisor: ChildProcess): string =>
  readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, "utf8").trim();

/** Requests a replacement and waits until exactly one other process serves. */
const restart = async (supervisor: ChildProcess): Promise<number> => {
  const before = workerPid(supervisor);
  const started = performance.now();
  supervisor.kill("SIGHUP");
  for (let i = 0; i < 400; i++) {
    await sleep(100);
    const now = workerPid(supervisor);
    if (now !== before && !now.includes(" ") && now !== "") return performance.now() - started;
  }
  throw new Error("a restart took longer than 40 s");
};

export const chaosRestart = async (restarts: number): Promise<boolean> => {
  const [httpPort, opsPort] = [await freePort(), await freePort()];
  const supervisor = await startSupervisor(httpPort, opsPort);
  const tally: Tally = { good: 0, failures: new Map(), isDone: false };
  const agent = new Agent({ keepAlive: true, maxSockets: KEEP_ALIVE_LOOPS });
  const loops = [
    ...Array.from({ length: KEEP_ALIVE_LOOPS }, () => loop(httpPort, agent, tally)),
    ...Array.from({ length: NEW_CONNECTION_LOOPS }, () => loop(httpPort, false, tally)),
  ];
  const durations: number[] = [];
  try {
    for (let i = 0; i < restarts; i++) durations.push(await restart(supervisor));
    await sleep(1_000);
  } finally {
    tally.isDone = true;
    await Promise.all(loops);
    agent.destroy();
    supervisor.kill("SIGTERM");
  }
  const failed = [...tally.failures.values()].reduce((a, b) => a + b, 0);
  const total = tally.good + failed;
  process.stdout.write(
    `${restarts} rolling restarts, slowest ${(Math.max(...durations) / 1000).toFixed(1)} s: ${tally.good} answered, ${failed} failed` +
      ` (rate below ${((3 / total) * 100).toFixed(3)} % at 95 % when none failed)\n`,
  );
  for (const [reason, count] of tally.failures) process.stdout.write(`  ${count} × ${reason}\n`);
  return failed === 0 && durations.length === restarts;
};
