import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { moveCredits } from "../ledger/ledger.store.ts";
import { addCreditMonths, countExpiries, type DueLot, listDueLots } from "./sweep-credits.store.ts";

export const EXPIRE_BATCH_LOTS = 200;
const MONTHS_AHEAD = 3;

export const sweepCreditsActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /** The monthly partitions of the movements must exist before the month begins. */
  addCreditMonths: (): Promise<void> => addCreditMonths(db, clock(), MONTHS_AHEAD),

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
