// People who do leased work through the API while faults are injected: their pace, and what they were refused.
import { setTimeout as sleep } from "node:timers/promises";
import { CallFailed } from "./console-calls.ts";

/** The answers of all people together. */
export interface Pace {
  /** Acknowledged answers. */
  done: number;
  /** People stop at this number, so that every injected fault hits people at work. */
  allowed: number;
}

export interface InjectedFault {
  readonly name: string;
  readonly act: () => Promise<void>;
}

export type Refusals = Map<string, number>;

const HEAL_MS = 60_000;

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export const untilAllowed = async (pace: Pace): Promise<void> => {
  while (pace.done >= pace.allowed) await sleep(20);
};

const untilDone = async (pace: Pace, answers: number): Promise<void> => {
  const deadlineMs = performance.now() + HEAL_MS;
  while (pace.done < answers) {
    if (performance.now() > deadlineMs) throw new Error(`nobody could answer for ${HEAL_MS / 1_000} s`);
    await sleep(50);
  }
};

/**
 * Injects the faults in turn, each once the work has progressed by an equal share. Returns the seconds from each of them until
 * somebody was acknowledged again.
 */
export const disturbWork = async (
  kinds: readonly InjectedFault[],
  pace: Pace,
  { answers, faultCount }: { readonly answers: number; readonly faultCount: number },
): Promise<number[]> => {
  const shareOf = (n: number): number => Math.floor((n / (faultCount + 2)) * answers);
  const waits: number[] = [];
  pace.allowed = shareOf(1);
  for (let n = 0; n < faultCount; n++) {
    await untilDone(pace, shareOf(n + 1));
    const injected = kinds[n % kinds.length];
    if (!injected) throw new Error("there is nothing to strike with");
    pace.allowed = shareOf(n + 2);
    const beganMs = performance.now();
    await injected.act();
    const before = pace.done;
    pace.allowed = Math.max(pace.allowed, before + 1);
    await untilDone(pace, before + 1);
    const waitedS = (performance.now() - beganMs) / 1_000;
    waits.push(waitedS);
    print(
      `  ${injected.name} at ${before} answers: everything is back and somebody has answered after ${waitedS.toFixed(1)} s`,
    );
  }
  pace.allowed = Number.POSITIVE_INFINITY;
  return waits;
};

/** A refusal is a reply and is counted; anything else is a bug in this proof or in the server. */
export const orRefused = async <T>(refusals: Refusals, act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 409)) throw error;
    const words = /"detail":"([^"]*)"/.exec(error.message)?.[1] ?? error.message;
    refusals.set(words, (refusals.get(words) ?? 0) + 1);
    return undefined;
  }
};

export const describeRefusals = (refusals: Refusals): string =>
  [...refusals].map(([words, times]) => `${times} × ${words}`).join("; ") || "nothing";
