import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { deleteOldNotifications } from "../../notifications/index.ts";
import { sweepSecurityEvents } from "../../operation-log/index.ts";
import {
  deleteEndedThrottles,
  deleteExpiredLogoutTokens,
  deleteExpiredPasskeyChallenges,
  deleteExpiredPendingSignIns,
  deleteExpiredSessions,
  deleteExpiredSignInCodes,
  deleteExpiredSignOnAttempts,
} from "./sweep-sign-ins.store.ts";

export const SWEEP_BATCH_ROWS = 1_000;

export const sweepSignInsActivities = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** Deletes one batch of each kind; returns false when there is no further batch. */
  async sweepSignInsBatch(): Promise<boolean> {
    const sweep = { now: clock(), limit: SWEEP_BATCH_ROWS };
    const deleted = [
      await deleteExpiredSessions(db, sweep),
      await deleteExpiredSignInCodes(db, sweep),
      await deleteExpiredPendingSignIns(db, sweep),
      await deleteExpiredPasskeyChallenges(db, sweep),
      await deleteExpiredSignOnAttempts(db, sweep),
      await deleteExpiredLogoutTokens(db, sweep),
      await deleteEndedThrottles(db, sweep),
      await deleteOldNotifications(db, sweep),
      await sweepSecurityEvents(db, sweep),
    ];
    return deleted.some((rows) => rows === SWEEP_BATCH_ROWS);
  },
});

export type SweepSignInsActivities = ReturnType<typeof sweepSignInsActivities>;
