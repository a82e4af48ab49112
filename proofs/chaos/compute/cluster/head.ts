import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "../../../../apps/server/src/testing/listening.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-processes.ts";
import type { HeadOrder, HeadState, JournalEntry, NextBoot } from "./head-protocol.ts";

export interface Head {
  readonly name: string;
  /** Of the dashboard. */
  readonly url: string;
  readonly token: string;
  /** Answers while the head lives: the health address of a service beside Ray. */
  readonly healthUrl: string;
  /** Fails while the head is down. */
  readonly tell: (order: HeadOrder) => Promise<unknown>;
  readonly describe: () => Promise<HeadState>;
  readonly killAndRestart: (next: NextBoot) => Promise<void>;
  readonly readJournal: () => Promise<JournalEntry[]>;
  readonly stop: () => Promise<void>;
}

const TELL_MS = 10_000;

export const startHead = async (name: string, logs: string, environment: NodeJS.ProcessEnv): Promise<Head> => {
  const folder = path.join(logs, name);
  await mkdir(folder, { recursive: true });
  const [port, controlPort] = [await freePort(), await freePort()];
  const token = `token-of-${name}-4b8f22d1`;
  const healthUrl = `http://127.0.0.1:${controlPort}`;
  const head: ServerProcess = await startServerProcess("proofs/chaos/compute/cluster/ray-head.ts", environment, {
    readyUrl: healthUrl,
    logFile: path.join(folder, "head.log"),
    args: [folder, `${port}`, `${controlPort}`, token],
  });
  const tell = async (order: HeadOrder): Promise<unknown> => {
    const response = await fetch(healthUrl, {
      method: "POST",
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(TELL_MS),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status} to '${order.order}'`);
    return response.json();
  };
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    token,
    healthUrl,
    tell,
    describe: async () => (await tell({ order: "describe" })) as HeadState,
    killAndRestart: async (next) => {
      await writeFile(path.join(folder, "next-boot.json"), JSON.stringify(next));
      await head.killAndRestart();
    },
    readJournal: async () => {
      const lines = (await readFile(path.join(folder, "journal.jsonl"), "utf8")).split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line) as JournalEntry);
    },
    stop: head.stop,
  };
};
