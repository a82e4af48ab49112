import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort, type TransferListItem } from "node:worker_threads";
import { DomainError } from "../../errors.ts";
import type { ThreadReply } from "./compute-thread.ts";

/** Niceness relative to the process: any lower priority would starve the thread on a busy machine. */
const BEHIND = 10;
const LOWEST = 19;

/**
 * Lowers the priority of this thread below that of requests. Linux has a priority per thread; elsewhere this has no effect.
 */
const yieldToOthers = (): void => {
  if (process.platform !== "linux") return;
  const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  setPriority(thread, Math.min(LOWEST, getPriority(thread) + BEHIND));
};

interface Answered {
  readonly answer: unknown;
  readonly transfer: TransferListItem[];
}

const describeFault = (error: unknown): ThreadReply => {
  if (error instanceof DomainError) return { fault: error.message, code: error.code };
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

/** The worker side of a ComputeThread, which sends one request at a time. */
export const answerThread = <Ask>(answer: (input: Ask) => Answered | Promise<Answered>): void => {
  const port = parentPort;
  if (!port) throw new Error("this runs as a thread of the server");
  yieldToOthers();
  const reply = async (input: Ask): Promise<void> => {
    try {
      const { transfer, ...answered } = await answer(input);
      port.postMessage(answered satisfies ThreadReply, transfer);
    } catch (error) {
      port.postMessage(describeFault(error));
    }
  };
  port.on("message", (input: Ask) => void reply(input));
};
