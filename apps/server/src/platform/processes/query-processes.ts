import { fileURLToPath } from "node:url";
import { type CalledProcesses, type CalledProcessesOptions, openCalledProcesses } from "./called-processes.ts";
import { reviveKnown } from "./known-errors.ts";

/** In the image the script is beside the bundle; from source, among the other programs. */
const SCRIPT = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../bin/query-process.ts" : "./query-process.js", import.meta.url),
);

export interface QueryProcessesOptions
  extends Pick<CalledProcessesOptions, "name" | "processes" | "memoryBytes" | "maxAnswerBytes" | "idleMs" | "log"> {
  /** 0 is normal; higher values leave the processors to others. */
  readonly niceness?: number;
}

/** Processes that read data with native libraries and own readers, in place of the API and the worker. */
export const openQueryProcesses = ({ niceness = 0, ...options }: QueryProcessesOptions): CalledProcesses =>
  openCalledProcesses({ ...options, script: SCRIPT, args: [String(niceness)], reviveError: reviveKnown });
