import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import type { Files, Subject } from "./subject.ts";
import { watchedSource } from "./watched-source.ts";

const MAX_MS = 50;
const MAX_BYTES = 67_108_864;
/** A pause of the machine is not the reader's fault: only a repeated breach counts. */
const TRIES = 4;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

export interface CaseResult {
  readonly verdict: "read" | FormatFaultKind;
  readonly ms: number;
  readonly bytes: number;
  readonly requests: number;
  /** Violations. */
  readonly breaches: readonly string[];
}

const usedBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const verdictOf = async (subject: Subject, run: () => Promise<void>, breaches: string[]) => {
  try {
    await run();
    return "read" as const;
  } catch (error) {
    if (error instanceof FormatFault) return error.kind;
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    breaches.push(`${subject.name} threw what no reader may: ${words.split("\n").slice(0, 4).join(" | ")}`);
    return "malformed" as const;
  }
};

const runOnce = async (subject: Subject, files: Files): Promise<CaseResult> => {
  const breaches: string[] = [];
  const before = usedBytes();
  let most = before;
  const look = (): void => {
    most = Math.max(most, usedBytes());
  };
  const source = watchedSource(files, look);
  const began = process.threadCpuUsage();
  const verdict = await verdictOf(subject, () => subject.run(source, files), breaches);
  const { user, system } = process.threadCpuUsage(began);
  look();
  for (const request of source.astray) breaches.push(`${subject.name} asked for ${request}`);
  return { verdict, ms: (user + system) / 1000, bytes: most - before, requests: source.requests(), breaches };
};

/** Runs a reader on files and judges the result. */
export const runCase = async (subject: Subject, files: Files): Promise<CaseResult> => {
  let best = await runOnce(subject, files);
  for (let turn = 1; turn < TRIES && (best.ms > MAX_MS || best.bytes > MAX_BYTES); turn += 1) {
    collect();
    const again = await runOnce(subject, files);
    const breaches = [...new Set([...best.breaches, ...again.breaches])];
    best = { ...again, ms: Math.min(best.ms, again.ms), bytes: Math.min(best.bytes, again.bytes), breaches };
  }
  const breaches = [...best.breaches];
  if (best.ms > MAX_MS) breaches.push(`${subject.name} took ${best.ms.toFixed(0)} ms`);
  if (best.bytes > MAX_BYTES) breaches.push(`${subject.name} took ${(best.bytes / 1_048_576).toFixed(0)} MiB`);
  return { ...best, breaches };
};
