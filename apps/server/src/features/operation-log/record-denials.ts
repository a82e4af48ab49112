import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { auditActor, programContext } from "../../request-context.ts";
import { recordOperation } from "./record-operation.ts";

const QUIET_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export interface Denial {
  readonly userName: string;
  /** Its method and the template of its path, which holds nobody's address. */
  readonly route: string;
  readonly requestId: string;
}

export interface DenialRecorder {
  readonly note: (denial: Denial) => void;
  /** When everything noted so far has been written, or has failed. */
  readonly settled: () => Promise<void>;
}

/**
 * Writes refusals of platform calls to the history, without anybody waiting for it. At most one a minute for each person
 * and route: one tells what happened, and nobody can fill a history that can never be cleared. What was noted is
 * remembered by this process alone: several of them write a few more, which is no flood, and nothing is asked of an engine
 * while a call is refused. One entry is written after the other, so that refusals hold one database connection at most.
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
    // In the order they were noted: the oldest come first.
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
