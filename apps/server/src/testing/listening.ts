import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
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
