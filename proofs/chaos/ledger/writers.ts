import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../../apps/server/src/errors.ts";
import {
  type Move,
  type Movement,
  type MoveResult,
  moveCredits,
} from "../../../apps/server/src/features/credits/index.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { type Seeded, seeded } from "../../seeded.ts";
import { type Known, learn, nextMove, nothingKnown } from "../../sim/ledger/intents.ts";
import { sameFigures } from "../../sim/ledger/judge.ts";

export interface Acknowledged {
  readonly move: Move;
  readonly movement: Movement;
}

/** State shared by all writers, and the replies they got. */
export interface Ledgers {
  readonly acknowledged: Map<string, Acknowledged>;
  readonly known: Map<bigint, Known>;
  readonly faults: string[];
  answers: number;
  replays: number;
  sentAgain: number;
  /** Took effect on the first attempt, but the reply arrived only after a retry. */
  unheard: number;
  isDone: boolean;
}

export const noLedgers = (): Ledgers => ({
  acknowledged: new Map(),
  known: new Map(),
  faults: [],
  answers: 0,
  replays: 0,
  sentAgain: 0,
  unheard: 0,
  isDone: false,
});

const GIVE_UP_MS = 120_000;
/** Movements start two days in the past, where half of the granted lots have already expired. */
const TWO_DAYS_MS = 2 * 86_400_000;
/** Number of replies per newly created end user. */
const ANSWERS_A_BIRTH = 150;

/** Retries until there is a reply: a lost connection or an unavailable server says nothing about the effect. */
const insist = async <T>(ledgers: Ledgers, send: () => Promise<T>): Promise<T> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === "unavailable";
      if (!isAway || performance.now() > deadlineMs) throw error;
      ledgers.sentAgain += 1;
      await sleep(20 + Math.random() * 100);
    }
  }
};

/** Several writers may request the same new user at once. */
const bearUser = async (db: Db, number: number): Promise<bigint> => {
  const email = `u${number}@example.com`;
  const find = () => db.selectFrom("end_user").select("id").where("email", "=", email);
  const there = await find().executeTakeFirst();
  if (there) return there.id;
  const at = new Date();
  await db
    .insertInto("end_user")
    .values({ email, created_at: at, seen_at: at })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).id;
};

const note = (ledgers: Ledgers, move: Move, result: MoveResult): void => {
  ledgers.answers += 1;
  if (!("movement" in result)) return;
  const id = `${move.accountId}/${move.key}`;
  const told = ledgers.acknowledged.get(id);
  if (result.outcome === "replay") ledgers.replays += 1;
  if (told && !sameFigures(told.movement, result.movement))
    ledgers.faults.push(`${id} was answered with two different figures`);
  if (told) return;
  ledgers.acknowledged.set(id, { move, movement: result.movement });
  learn(knownOf(ledgers, move.accountId), move, result.movement);
};

const knownOf = ({ known }: Ledgers, account: bigint): Known => {
  const there = known.get(account) ?? nothingKnown();
  known.set(account, there);
  return there;
};

export const sendOnce = async (db: Db, ledgers: Ledgers, move: Move): Promise<MoveResult> => {
  let tries = 0;
  const result = await insist(ledgers, () => {
    tries += 1;
    return moveCredits(db, move);
  });
  const isNews = !ledgers.acknowledged.has(`${move.accountId}/${move.key}`);
  if (isNews && tries > 1 && result.outcome === "replay") ledgers.unheard += 1;
  note(ledgers, move, result);
  return result;
};

/** A third goes to the first user; now and then to a user that is just being created, or never will be. */
const pickAccount = async (db: Db, ledgers: Ledgers, random: Seeded, ids: Map<number, bigint>): Promise<bigint> => {
  const born = 1 + Math.floor(ledgers.answers / ANSWERS_A_BIRTH);
  const number = random.below(3) === 0 ? 0 : random.below(born + 1);
  if (random.below(40) === 0) {
    const highest = [...ids.values()].reduce((most, id) => (id > most ? id : most), 0n);
    return highest + 1n + BigInt(random.below(4));
  }
  const id = ids.get(number) ?? (await insist(ledgers, () => bearUser(db, number)));
  ids.set(number, id);
  return id;
};

const write = async (
  db: Db,
  ledgers: Ledgers,
  writer: number,
  seed: number,
  ids: Map<number, bigint>,
): Promise<void> => {
  const random = seeded(seed + writer);
  for (let n = 0; !ledgers.isDone; n++) {
    const accountId = await pickAccount(db, ledgers, random, ids);
    const nowMs = Date.now() - TWO_DAYS_MS;
    const move = { ...nextMove(random, knownOf(ledgers, accountId), nowMs, `w${writer}-${n}`), accountId };
    await sendOnce(db, ledgers, move);
    if (random.below(20) === 0) await Promise.all([sendOnce(db, ledgers, move), sendOnce(db, ledgers, move)]);
  }
};

/** Writers run until stopped; every request gets a reply before they do. */
export const runWriters = async (db: Db, ledgers: Ledgers, writers: number, seed: number): Promise<void> => {
  const ids = new Map<number, bigint>();
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(db, ledgers, writer, seed, ids)));
};
