// The two ways to move credits: the database's function called from a plain pool with a prepared statement, and the service
// API with signed calls. Both ask for the same movements.
import { randomUUID } from "node:crypto";
import { type ServiceKey, signRequest } from "../../../apps/server/src/features/service-api/index.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { openLine } from "./http-line.ts";

export type Wish = {
  readonly account: number;
  readonly key: string;
} & (
  | { readonly kind: "grant" | "reserve"; readonly amount: number }
  | { readonly kind: "settle"; readonly amount: number; readonly ref: number }
  | { readonly kind: "void"; readonly ref: number }
);

/** Answers the number of the movement; anything but a movement is a fault. */
export interface Mover {
  readonly move: (wish: Wish) => Promise<number>;
  readonly close: () => void;
}

const MAX_ATTEMPTS = 20;
const MEMO = { model: "film-2", duration_s: 5, resolution: "1080p", unit_price: 4, reference: "job" };
const MEMO_TEXT = JSON.stringify(MEMO);
const REFERENCE_TEXT = JSON.stringify({ reference: "job" });

const MOVE = `select * from move_credits(
  $1, $2::credit_kind, $3, $4, $5, $6, null, null, null, 'service:bench', $7::jsonb)`;

const valuesOf = (wish: Wish): unknown[] => {
  const amount = "amount" in wish ? wish.amount : null;
  const ref = "ref" in wish ? wish.ref : null;
  const memo = wish.kind === "reserve" || wish.kind === "settle" ? MEMO_TEXT : REFERENCE_TEXT;
  return [wish.account, wish.kind, amount, ref, wish.key, wish.kind === "grant" ? "promo" : null, memo];
};

interface Client {
  query(question: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: { outcome: string; seq: bigint }[] }>;
  release(): void;
}

const moverOf = (client: Client): Mover => ({
  move: async (wish) => {
    const { rows } = await client.query({ name: "move", text: MOVE, values: valuesOf(wish) });
    const [row] = rows;
    if (row?.outcome !== "ok") throw new Error(`the function answered ${row?.outcome} to a ${wish.kind}`);
    return Number(row.seq);
  },
  close: () => client.release(),
});

export const openFunction = async (url: string, count: number): Promise<Mover[]> => {
  const { pool } = createDatabase({ url, poolSize: count, applicationName: "dailies-bench" });
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  return clients.map(moverOf);
};

const bodyOf = (wish: Wish): object => {
  const who = { user_email: `user${wish.account}@example.com`, idempotency_key: wish.key };
  switch (wish.kind) {
    case "grant":
      return { ...who, amount: wish.amount, category: "promo", reference: "job" };
    case "reserve":
      return { ...who, amount: wish.amount, ...MEMO };
    case "settle":
      return { ...who, hold: wish.ref, amount: wish.amount, ...MEMO };
    case "void":
      return { ...who, hold: wish.ref, reference: "job" };
  }
};

export const openService = async (port: number, key: ServiceKey): Promise<Mover & { post: Post }> => {
  const line = await openLine(port);
  const post: Post = (wish) => {
    const path = `/api_v1/service/credits/${wish.kind}`;
    const body = JSON.stringify(bodyOf(wish));
    return line.ask("POST", path, signRequest(key, { method: "POST", path, body }), body);
  };
  return {
    post,
    move: async (wish) => {
      let { status, body } = await post(wish);
      // A busy server refuses before it does anything, and a service asks again under the same key.
      for (let attempt = 1; status === 503 && attempt < MAX_ATTEMPTS; attempt++) ({ status, body } = await post(wish));
      if (status !== 200) throw new Error(`the API answered ${status} to a ${wish.kind}: ${body.slice(0, 300)}`);
      return JSON.parse(body).seq;
    },
    close: line.close,
  };
};
type Post = (wish: Wish) => Promise<{ status: number; body: string }>;

export type Work = "grants" | "jobs";
const SPARED = 5;

/** One thing after the other until the time is over; answers how many movements were made. */
export const work = async (mover: Mover, kind: Work, pickAccount: () => number, untilMs: number): Promise<number> => {
  let moved = 0;
  for (let turn = 1; performance.now() < untilMs; turn++) {
    const account = pickAccount();
    if (kind === "grants") {
      await mover.move({ account, kind: "grant", key: randomUUID(), amount: 5 });
      moved += 1;
      continue;
    }
    const ref = await mover.move({ account, kind: "reserve", key: randomUUID(), amount: 20 });
    const isVoid = turn % SPARED === 0;
    const end = isVoid ? ({ kind: "void" } as const) : ({ kind: "settle", amount: 17 } as const);
    await mover.move({ account, ref, key: randomUUID(), ...end });
    moved += 2;
  }
  return moved;
};
