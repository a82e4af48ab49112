import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { auditActor, programContext } from "../../request-context.ts";
import { recordOperation } from "./record-operation.ts";

const QUIET_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export interface Denial {
  readonly userName: string;
  /** Method and path template, so no personal data. */
  readonly route: string;
  readonly requestId: string;
}

export interface DenialRecorder {
  readonly note: (denial: Denial) => void;
  /** Resolves when all recorded denials are written or have failed. */
  readonly settled: () => Promise<void>;
}

/**
 * Records refused platform requests in the operation log, in the background. Rate limit: one entry per minute, user and
 * route, because the log can never be cleared. The limit is kept in memory per process: several processes write a few
 * entries more, and a refusal needs no engine. Writes are serialised, so that refusals use at most one database connection.
 */
export const createDenialRecorder = (
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  maxRemembered = MAX_REMEMBERED,
): DenialRecorder => {
  const notedMs = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  const isQuiet = (key: string, nowMs: number): boolean => {
    const before = notedMs.get(key);
    return before !== undefined && nowMs - before < QUIET_MS;
  };
  const makeRoom = (nowMs: number): boolean => {
    // The map is in insertion order: oldest first.
    for (const [key, atMs] of notedMs) {
      if (nowMs - atMs < QUIET_MS) break;
      notedMs.delete(key);
    }
    return notedMs.size < maxRemembered;
  };
  const write = async ({ userName, route, requestId }: Denial, at: Date): Promise<void> => {
    try {
      const denied = { opType: "Denied", subjects: [`route:${route}`], result: "denied" } as const;
      await db
        .transaction()
        .execute((tx) => recordOperation(tx, auditActor(programContext(userName, requestId, at)), denied));
    } catch (error) {
      log.error({ err: error, requestId, route }, "denied request could not be written to the history");
    }
  };

  return {
    note: (denial) => {
      const at = clock();
      const key = `${denial.route} ${denial.userName}`;
      if (isQuiet(key, at.getTime())) return;
      if (!makeRoom(at.getTime())) {
        log.warn(
          { requestId: denial.requestId },
          "denied requests are rate-limited; not every one is written to the history",
        );
        return;
      }
      notedMs.delete(key);
      notedMs.set(key, at.getTime());
      writing = writing.then(() => write(denial, at));
    },
    settled: () => writing,
  };
};
