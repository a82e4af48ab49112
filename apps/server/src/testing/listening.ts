import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Below the ports that the system gives to outgoing connections, one of which could take a free port before it is used. */
const [LOWEST_PORT, HIGHEST_PORT] = [21_000, 30_000];
const ATTEMPTS = 50;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

/** Waits until a started process is healthy; false when it exited first or timed out. */
export const becomesReady = async (url: string, forMs: number, hasEnded: () => boolean): Promise<boolean> => {
  const deadlineMs = performance.now() + forMs;
  while (!(await answers(url))) {
    if (hasEnded() || performance.now() > deadlineMs) return false;
    await sleep(100);
  }
  return true;
};
