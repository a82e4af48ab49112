// Invariants at rest, read from the tables with the owner's rights and not through the product.
import { sql } from "kysely";
import type { Movement } from "../../../apps/server/src/features/credits/index.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { seeded } from "../../seeded.ts";
import { sameFigures } from "../../sim/ledger/judge.ts";
import { type Ledgers, sendOnce } from "./writers.ts";

interface KeptRow {
  account_id: bigint;
  key: string;
  seq: bigint;
  at: Date;
  d_available: bigint;
  d_reserved: bigint;
  available: bigint;
  reserved: bigint;
  lots: readonly bigint[] | null;
  amounts: readonly bigint[] | null;
}

const REPLAYS = 2_000;
const EVERYBODY = sql`0, 9223372036854775807`;

/** Releases the holds that are open when the writers stop: their jobs end without charge. */
export const closeHolds = async (db: Db, ledgers: Ledgers): Promise<void> => {
  const holds = await db.selectFrom("credit_hold").select(["account_id", "seq"]).execute();
  for (const { account_id, seq } of holds) {
    const move = {
      accountId: account_id,
      kind: "void",
      ref: Number(seq),
      key: `end-${seq}`,
      actor: "chaos",
      memo: {},
    } as const;
    await sendOnce(db, ledgers, move);
  }
};

const toMovement = (row: KeptRow): Movement => ({
  seq: Number(row.seq),
  at: row.at,
  availableChange: Number(row.d_available),
  reservedChange: Number(row.d_reserved),
  available: Number(row.available),
  reserved: Number(row.reserved),
  lots: (row.lots ?? []).map((lot, index) => ({ lot: Number(lot), amount: Number(row.amounts?.[index]) })),
});

const checkAcknowledged = async (db: Db, { acknowledged }: Ledgers): Promise<string[]> => {
  const { rows } = await sql<KeptRow>`
    select k.key, m.* from credit_movement m join credit_key k using (account_id, seq, at)`.execute(db);
  const kept = new Map(rows.map((row) => [`${row.account_id}/${row.key}`, toMovement(row)]));
  const faults: string[] = [];
  if (kept.size !== rows.length) faults.push("a key has two movements");
  for (const [id, { movement }] of acknowledged) {
    const there = kept.get(id);
    if (!there) faults.push(`${id} was acknowledged and is not there`);
    else if (!sameFigures(there, movement)) faults.push(`${id} was acknowledged with other figures`);
  }
  // Every writer retried until it got a reply, so no movement is unaccounted for.
  const unknown = [...kept.keys()].filter((id) => !acknowledged.has(id));
  return [...faults, ...unknown.map((id) => `${id} is there and nobody was told`)];
};

const checkReplays = async (db: Db, ledgers: Ledgers, seed: number): Promise<string[]> => {
  const random = seeded(seed);
  const all = [...ledgers.acknowledged.values()];
  const faults: string[] = [];
  for (let n = 0; n < Math.min(REPLAYS, all.length); n++) {
    const { move, movement } = random.pick(all);
    const again = await sendOnce(db, ledgers, move);
    const isEqual = again.outcome === "replay" && sameFigures(again.movement, movement);
    if (!isEqual) faults.push(`${move.accountId}/${move.key} sent again was answered ${again.outcome}`);
  }
  return faults;
};

const checkBalances = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ what: string; account_id: bigint }>`
    select what, account_id from check_credits(${EVERYBODY})`.execute(db);
  const sums = await sql<{ off: string; held: string; fsync: string; commit: string }>`
    select (select coalesce(sum(balance), 0) from credit_system) + coalesce(sum(available + reserved), 0) as off,
      coalesce(sum(reserved), 0) as held,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit from credit_account`.execute(
    db,
  );
  const [sum] = sums.rows;
  return [
    ...rows.map(({ what, account_id }) => `account ${account_id}: ${what}`),
    ...(Number(sum?.off) === 0 ? [] : [`both sides together are ${sum?.off} and not zero`]),
    ...(Number(sum?.held) === 0 ? [] : [`${sum?.held} credits are held for nobody`]),
    ...(sum?.fsync === "on" && sum.commit === "on" ? [] : ["the server did not write through to the disk"]),
  ];
};

export const audit = async (db: Db, ledgers: Ledgers, seed: number): Promise<string[]> => [
  ...ledgers.faults,
  ...(await checkAcknowledged(db, ledgers)),
  ...(await checkReplays(db, ledgers, seed)),
  ...(await checkBalances(db)),
];
