import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedis } from "../../platform/redis.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../listening.ts";

export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL, like a machine crash. */
  kill(): Promise<void>;
  countSubscribers(channel: string): Promise<number>;
  remove(): Promise<void>;
}

/** A Redis that a test may kill, always on the same port. */
export const openOwnRedis = async (): Promise<OwnRedis> => {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), "dailies-redis-"));
  let server: ChildProcess | undefined;

  const ask = async <T>(question: (redis: ReturnType<typeof createRedis>) => Promise<T>): Promise<T | undefined> => {
    const redis = createRedis({ url });
    try {
      return await question(redis);
    } catch {
      return undefined;
    } finally {
      redis.disconnect();
    }
  };

  const kill = async (): Promise<void> => {
    if (!server) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    server = undefined;
    await ended;
  };

  return {
    url,
    start: async () => {
      const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
      await eventually(() => {
        // It ends at once when somebody else listens on its port, who may be gone a moment later.
        if (!server || server.exitCode !== null) server = spawn("redis-server", settings, { stdio: "ignore" });
        return ask((redis) => redis.ping());
      });
    },
    kill,
    countSubscribers: async (channel) => {
      const answer = await ask((redis) => redis.pubsub("NUMSUB", channel));
      return Number(answer?.[1] ?? 0);
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
