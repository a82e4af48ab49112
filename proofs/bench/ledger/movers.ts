// The two ways to move credits: the database function called from a plain pool with a prepared statement, and the service
// API with signed requests. Both request the same movements.
import { randomUUID } from "node:crypto";
import { type ServiceKey, signRequest } from "../../../apps/server/src/features/service-api/index.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { openLine } from "./http-line.ts";

export type Move = {
  readonly account: number;
  readonly key: string;
} & (
  | { readonly kind: "grant" | "reserve"; readonly amount: number }
  | { readonly kind: "settle"; readonly amount: number; readonly ref: number }
  | { readonly kind: "void"; readonly ref: number }
);

/** Returns the number of the movement; any other result is a fault. */
export interface Mover {
  readonly move: (input: Move) => Promise<number>;
  readonly close: () => void;
}

const MAX_ATTEMPTS = 20;
const MEMO = { model: "film-2", duration_s: 5, resolution: "1080p", unit_price: 4, reference: "job" };
const MEMO_TEXT = JSON.stringify(MEMO);
const REFERENCE_TEXT = JSON.stringify({ reference: "job" });

const MOVE = `select * from move_credits(
  $1, $2::credit_kind, $3, $4, $5, $6, null, null, null, 'service:bench', $7::jsonb)`;

const valuesOf = (input: Move): unknown[] => {
  const amount = "amount" in input ? input.amount : null;
  const ref = "ref" in input ? input.ref : null;
  const memo = input.kind === "reserve" || input.kind === "settle" ? MEMO_TEXT : REFERENCE_TEXT;
  return [input.account, input.kind, amount, ref, input.key, input.kind === "grant" ? "promo" : null, memo];
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
  move: async (input) => {
    const { rows } = await client.query({ name: "move", text: MOVE, values: valuesOf(input) });
    const [row] = rows;
    if (row?.outcome !== "ok") throw new Error(`the function answered ${row?.outcome} to a ${input.kind}`);
    return Number(row.seq);
  },
  close: () => client.release(),
});

export const openFunction = async (url: string, count: number): Promise<Mover[]> => {
  const { pool } = createDatabase({ url, poolSize: count, applicationName: "dailies-bench" });
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  return clients.map(moverOf);
};

const bodyOf = (input: Move): object => {
  const who = { user_email: `user${input.account}@example.com`, idempotency_key: input.key };
  switch (input.kind) {
    case "grant":
      return { ...who, amount: input.amount, category: "promo", reference: "job" };
    case "reserve":
      return { ...who, amount: input.amount, ...MEMO };
    case "settle":
      return { ...who, hold: input.ref, amount: input.amount, ...MEMO };
    case "void":
      return { ...who, hold: input.ref, reference: "job" };
  }
};

export const openService = async (port: number, key: ServiceKey): Promise<Mover & { post: Post }> => {
  const line = await openLine(port);
  const post: Post = async (input) => {
    const path = `/api_v1/service/credits/${input.kind}`;
    const body = JSON.stringify(bodyOf(input));
    const ask = () => line.ask("POST", path, signRequest(key, { method: "POST", path, body }), body);
    let answer = await ask();
    // A busy server refuses before it does anything, and a service retries with the same idempotency key.
    for (let attempt = 1; answer.status === 503 && attempt < MAX_ATTEMPTS; attempt++) answer = await ask();
    return answer;
  };
  return {
    post,
    move: async (input) => {
      const { status, body } = await post(input);
      if (status !== 200) throw new Error(`the API answered ${status} to a ${input.kind}: ${body.slice(0, 300)}`);
      return JSON.parse(body).seq;
    },
    close: line.close,
  };
};
type Post = (input: Move) => Promise<{ status: number; body: string }>;

export type Work = "grants" | "jobs";
const SPARED = 5;

/** One request after the other until the deadline; returns the number of movements. */
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
