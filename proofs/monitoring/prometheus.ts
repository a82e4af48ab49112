import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { becomesReady, freePort } from "../../apps/server/src/testing/listening.ts";

const START_MS = 30_000;
const SCRAPE_S = 1;

export interface Scraped {
  readonly job: string;
  readonly port: number;
}

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

export interface Prometheus {
  readonly query: (expression: string) => Promise<readonly Series[]>;
  readonly rules: () => Promise<readonly Rule[]>;
  readonly stop: () => Promise<void>;
}

export interface Rule {
  readonly name: string;
  readonly type: "alerting" | "recording";
  readonly query: string;
  readonly health: string;
  readonly lastError?: string;
}

/** Runs promtool and returns what it said; a failure of it is thrown with that. */
export const promtool = async (...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)("promtool", [...args]).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`promtool ${args.join(" ")}:\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    },
  );
  return stdout.trim();
};

const configOf = (ruleFile: string, targets: readonly Scraped[]): string =>
  // JSON is YAML.
  JSON.stringify({
    global: { scrape_interval: `${SCRAPE_S}s`, evaluation_interval: `${SCRAPE_S}s` },
    rule_files: [ruleFile],
    scrape_configs: targets.map(({ job, port }) => ({
      job_name: job,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  });

/** A real Prometheus in a folder of its own. */
export const startPrometheus = async (ruleFile: string, targets: readonly Scraped[]): Promise<Prometheus> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-prometheus-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await writeFile(path.join(folder, "prometheus.yml"), configOf(ruleFile, targets));
  const child: ChildProcess = spawn(
    "prometheus",
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true });
  };
  if (!(await becomesReady(`${origin}/-/ready`, START_MS, () => child.exitCode !== null))) {
    await stop();
    throw new Error("Prometheus did not become ready");
  }
  const ask = async <T>(address: string): Promise<T> => {
    const answer = (await (await fetch(`${origin}${address}`)).json()) as { status: string; error?: string; data: T };
    if (answer.status !== "success") throw new Error(answer.error ?? "Prometheus answered without a reason");
    return answer.data;
  };
  return {
    query: async (expression) =>
      (await ask<{ result: Series[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`)).result,
    rules: async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>("/api/v1/rules")).groups.flatMap(({ rules }) => rules),
    stop,
  };
};
