import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { moveCredits } from "../ledger/ledger.store.ts";
import { addCreditMonths, countExpiries, type DueLot, listDueLots } from "./sweep-credits.store.ts";

export const EXPIRE_BATCH_LOTS = 200;
const MONTHS_AHEAD = 3;

export const sweepCreditsActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /** Movements of a month need its part of the table before the month begins. */
  addCreditMonths: (): Promise<void> => addCreditMonths(db, clock(), MONTHS_AHEAD),

  /** Lets the next lots expire; answers the last one while there are more. Jobs keep what they hold of a lot. */
  async expireLotsBatch({ after }: { after?: DueLot | undefined } = {}): Promise<DueLot | undefined> {
    const due = await listDueLots(db, clock(), after, EXPIRE_BATCH_LOTS);
    for (const lot of due) await expireLot(db, lot);
    return due.length === EXPIRE_BATCH_LOTS ? due.at(-1) : undefined;
  },
});

export type SweepCreditsActivities = ReturnType<typeof sweepCreditsActivities>;

/**
 * What a job gives back to a lot that has expired expires in the next sweep, so the key counts the times. Two sweeps at once
 * count the same, send the same key, and one effect comes of it.
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

/** Somebody may have spent or taken back the rest since it was listed, and our clock may be ahead of the database's. */
const ENDS: ReadonlySet<string> = new Set(["ok", "replay", "nothing"]);
