import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { API_V8_OPTIONS } from "../../../apps/server/src/platform/code-cache.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { GENERATOR_CORE, type Member, SERVER_CORE } from "../members.ts";

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const start = async (
  name: string,
  program: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; said: unknown }> => {
  const weigher = ["--expose-gc", "--import", fileOf("./sse-weigh.ts")];
  const child = spawn("taskset", ["-c", SERVER_CORE, process.execPath, ...weigher, ...program], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended before it listened`)));
  const [said] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  return { child, said };
};

/** After garbage collection. */
export interface Weight {
  /** Objects and buffers of the program. */
  readonly heldBytes: number;
  /** The resident set size of the process. */
  readonly residentBytes: number;
  /** Of these, the young generation: V8 keeps it at the size that the traffic needed, even when it is empty. */
  readonly youngBytes: number;
}

export interface SseMember extends Member {
  weigh(): Promise<Weight>;
}

const memberOf = (name: string, port: number, child: ChildProcess): SseMember => ({
  name,
  pid: child.pid ?? 0,
  port,
  stop: () => child.kill("SIGKILL"),
  weigh: async () => {
    const answered = once(child, "message");
    child.send("weigh");
    return (await answered)[0] as Weight;
  },
});

export const startBareSse = async (redisUrl: string, key: string): Promise<SseMember> => {
  const { child, said } = await start("bare", [fileOf("./sse-bare.ts"), redisUrl, key], testEnvironment());
  return memberOf("bare", Number(said), child);
};

/** The production process, with the options that it is started with. */
export const startApiSse = async (redisUrl: string, databaseUrl: string): Promise<SseMember> => {
  const port = await freePort();
  const { child } = await start("the API", [...API_V8_OPTIONS, fileOf("../../../apps/server/src/bin/api.ts")], {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_LOG_LEVEL: "warn",
    DAILIES_DATABASE_URL: databaseUrl,
    DAILIES_REDIS_URL: redisUrl,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${await freePort()}`,
    DAILIES_WEB_ROOT: undefined,
  });
  return memberOf("dailies", port, child);
};

export interface Watchers {
  ask<T>(order: object): Promise<T>;
  stop(): void;
}

export const startWatchers = (): Watchers => {
  const child = spawn("taskset", ["-c", GENERATOR_CORE, process.execPath, fileOf("./sse-watchers.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async <T>(order: object): Promise<T> => {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return JSON.parse((await lines.next()).value as string) as T;
    },
    stop: () => child.kill("SIGKILL"),
  };
};
