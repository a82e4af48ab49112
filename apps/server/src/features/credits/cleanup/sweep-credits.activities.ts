import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { moveCredits } from "../ledger/ledger.store.ts";
import {
  addCreditMonths,
  countExpiries,
  type DueLot,
  forgetCreatedCredits,
  listDueLots,
} from "./sweep-credits.store.ts";

export const EXPIRE_BATCH_LOTS = 200;
const MONTHS_AHEAD = 3;
/** Hourly, so that a million slots a day are deleted in time. */
const FORGET_BATCH = 50_000;

export const sweepCreditsActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /**
   * The monthly partitions of the movements must exist before the month begins. Also deletes the sums that no limit of 24
   * hours looks at any more: here, because a new activity would break the replay of running workflows.
   */
  async addCreditMonths(): Promise<void> {
    await addCreditMonths(db, clock(), MONTHS_AHEAD);
    await forgetCreatedCredits(db, clock(), FORGET_BATCH);
  },

  /** Lets the next lots expire; returns the last one while there are more. Running jobs keep what they hold of a lot. */
  async expireLotsBatch({ after }: { after?: DueLot | undefined } = {}): Promise<DueLot | undefined> {
    const due = await listDueLots(db, clock(), after, EXPIRE_BATCH_LOTS);
    for (const lot of due) await expireLot(db, lot);
    return due.length === EXPIRE_BATCH_LOTS ? due.at(-1) : undefined;
  },
});

export type SweepCreditsActivities = ReturnType<typeof sweepCreditsActivities>;

/**
 * Credits that a job releases into an expired lot expire in the next sweep, so the key contains a counter. Two
 * concurrent sweeps count the same, send the same idempotency key, and take effect once.
 */
const expireLot = async (db: Db, due: DueLot): Promise<void> => {
  const times = await countExpiries(db, due);
  const { outcome } = await moveCredits(db, {
    accountId: BigInt(due.accountId),
    kind: "expire",
    ref: due.lot,
    key: `expire:${due.lot}:${times}`,
    actor: "system",
    memo: {},
  });
  if (!ENDS.has(outcome)) throw new Error(`lot ${due.lot} of account ${due.accountId} does not expire: ${outcome}`);
};

/** The rest may have been spent or voided since it was listed, and our clock may be ahead of the database's. */
const ENDS: ReadonlySet<string> = new Set(["ok", "replay", "nothing"]);
