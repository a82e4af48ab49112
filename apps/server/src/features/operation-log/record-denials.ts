import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { auditActor, programContext } from "../../request-context.ts";
import { operatorActOf } from "./operator-acts.ts";
import { type Operation, recordOperation } from "./record-operation.ts";

const QUIET_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export interface Denial {
  readonly userName: string;
  /** Method and path template, so no personal data. */
  readonly route: string;
  readonly requestId: string;
}

/** An act of an operator that was attempted and refused by a rule, or that broke. */
export interface Failure extends Denial {
  readonly body: unknown;
  readonly code: string;
  readonly detail: string;
}

export interface DenialRecorder {
  /** The caller lacks the permission. */
  readonly note: (denial: Denial) => void;
  readonly noteFailure: (failure: Failure) => void;
  /** Resolves when everything noted is written or could not be written. */
  readonly settled: () => Promise<void>;
}

/** What is rate-limited, and what is written. */
interface Entry extends Denial {
  readonly key: string;
  readonly operation: Operation;
}

/**
 * Records denied and failed platform requests in the operation log, in the background. Rate limit: one entry per minute, user,
 * route and reason, because the log can never be cleared. The limit is kept in memory per process: several processes write a
 * few entries more, and a refusal needs no engine. Writes are serialised, so that refusals use at most one database
 * connection.
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
  const write = async ({ userName, route, requestId, operation }: Entry, at: Date): Promise<void> => {
    try {
      await db
        .transaction()
        .execute((tx) => recordOperation(tx, auditActor(programContext(userName, requestId, at)), operation));
    } catch (error) {
      log.error({ err: error, requestId, route }, "denied request could not be written to the history");
    }
  };
  const noteEntry = (entry: Entry): void => {
    const at = clock();
    if (isQuiet(entry.key, at.getTime())) return;
    if (!makeRoom(at.getTime())) {
      log.warn(
        { requestId: entry.requestId },
        "denied requests are rate-limited; not every one is written to the history",
      );
      return;
    }
    notedMs.delete(entry.key);
    notedMs.set(entry.key, at.getTime());
    writing = writing.then(() => write(entry, at));
  };

  return {
    note: (denial) =>
      noteEntry({
        ...denial,
        key: `${denial.route} ${denial.userName}`,
        operation: { opType: "Denied", subjects: [`route:${denial.route}`], result: "denied" },
      }),
    noteFailure: (failure) => {
      const operation = failedOperation(failure);
      if (!operation) return;
      const { route, userName, code } = failure;
      noteEntry({ ...failure, key: `${route} ${userName} ${code} ${String(operation.meta?.target)}`, operation });
    },
    settled: () => writing,
  };
};

const MAX_DETAIL = 500;
const MAX_TARGET = 254;

const failedOperation = ({ route, body, code, detail }: Failure): Operation | undefined => {
  const act = operatorActOf(route, body);
  if (!act) return undefined;
  const target = act.target.slice(0, MAX_TARGET);
  return {
    opType: act.opType,
    subjects: [`route:${route}`],
    meta: { target, code, error: detail.slice(0, MAX_DETAIL) },
    reason: act.reason.slice(0, MAX_DETAIL),
    result: "failed",
  };
};
