import { type Log, openLog } from "../platform/observability/log.ts";

export interface CapturedLog {
  readonly log: Log;
  readonly lines: readonly string[];
}

/** The real log, with its redaction, written to memory. */
export const captureLog = (level: "debug" | "info" | "warn" = "debug"): CapturedLog => {
  const lines: string[] = [];
  const { log } = openLog({ level, isBuffered: false, to: { write: (line: string) => lines.push(line) } });
  return { log, lines };
};
