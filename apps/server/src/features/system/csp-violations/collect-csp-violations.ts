import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { violationsIn } from "./csp-report.rules.ts";

export interface CspViolations {
  /** The body of a report. Anybody can send one: it never throws, and its cost is bounded. */
  readonly take: (bytes: Buffer) => void;
  /** Prometheus text. */
  readonly expose: () => string;
}

interface CollectorDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Of the console. */
  readonly ownOrigin: string;
}

/** The rate limit, for everybody together: browsers send few reports, and a stranger must fill neither logs nor memory. */
const MINUTE_MS = 60_000;
const REPORTS_A_MINUTE = 120;
const WARNINGS_A_MINUTE = 10;
/** Violations that were logged already; beyond it the oldest is forgotten and may be logged again. */
const MAX_KNOWN = 500;

const NAME = "csp_violations_total";
const DROPPED = "csp_reports_dropped_total";

/** Counts what browsers report as blocked by our policy, and logs each distinct violation once. */
export const collectCspViolations = ({ log, clock, ownOrigin }: CollectorDeps): CspViolations => {
  const counts = new Map<string, number>();
  const known = new Set<string>();
  let minute = { startedMs: 0, reports: 0, warnings: 0 };
  let dropped = 0;

  const currentMinute = () => {
    const nowMs = clock().getTime();
    if (nowMs - minute.startedMs >= MINUTE_MS) minute = { startedMs: nowMs, reports: 0, warnings: 0 };
    return minute;
  };

  const isNew = (key: string): boolean => {
    if (known.has(key)) return false;
    known.add(key);
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return true;
  };

  return {
    take: (bytes) => {
      const current = currentMinute();
      current.reports += 1;
      if (current.reports > REPORTS_A_MINUTE) {
        dropped += 1;
        return;
      }
      for (const violation of violationsIn(bytes, ownOrigin)) {
        const { directive, blocked, source, line } = violation;
        counts.set(directive, (counts.get(directive) ?? 0) + 1);
        // Not remembered while nothing may be logged, so that it is logged in a later minute.
        if (current.warnings >= WARNINGS_A_MINUTE || !isNew(JSON.stringify([directive, blocked, source, line])))
          continue;
        current.warnings += 1;
        log.warn({ directive, blocked, source, line }, "browser reported a violation of the content security policy");
      }
    },
    expose: () =>
      [
        `# HELP ${NAME} Violations of the content security policy that browsers reported.`,
        `# TYPE ${NAME} counter`,
        ...[...counts].map(([directive, count]) => `${NAME}{directive="${directive}"} ${count}`),
        `# HELP ${DROPPED} Reports beyond the rate limit, which were not read.`,
        `# TYPE ${DROPPED} counter`,
        `${DROPPED} ${dropped}`,
        "",
      ].join("\n"),
  };
};
