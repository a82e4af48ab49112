import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort, type TransferListItem } from "node:worker_threads";
import { DomainError } from "../../errors.ts";
import type { ThreadReply } from "./compute-thread.ts";

/** Behind the process by so much: lower, and on a busy machine it would not even get to say that it is there. */
const BEHIND = 10;
const LOWEST = 19;

/**
 * Whoever waits for a page comes before whoever waits for a computation. Linux knows threads by numbers of their own;
 * elsewhere they share what the process has.
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

/** The other side of a ComputeThread, which asks one thing at a time. */
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
