import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import { readNumberedPage } from "../../platform/db/numbered-page.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { recordOperations } from "./index.ts";
import { findSpan, listOperationRows, type OperationFilter } from "./operation-page.store.ts";

const database = testDatabase();
const USERS = ["ada", "grace", "eve:Denied", "nobody here"];
const TYPES = ["Grant_credits", "Update_user", "Denied"];
const BEGIN_MS = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 40_000;

/** Seeded, so every run is the same. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
const random = randomFrom(20_261_115);
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;

let nowMs = BEGIN_MS;
/** Several entries share a timestamp, and sometimes a clock runs behind. */
const addSome = (db: Db): Promise<number> => {
  nowMs += random(3);
  const by = { userName: oneOf(USERS.slice(0, 3)), requestId: "r", at: new Date(nowMs - random(5)) };
  const entries = Array.from({ length: 1 + random(4) }, (_, step) => ({
    opType: oneOf(TYPES),
    subjects: ["thing:1"] as const,
    meta: { step },
  }));
  return db.transaction().execute((tx) => recordOperations(tx, by, entries));
};

const plainly = async (db: Db, { opType, userName, from, to }: OperationFilter, offset: number, limit: number) => {
  const { rows } = await sql<{ seq: bigint; total: bigint }>`
    with fitting as (
      select seq from operation where (${opType ?? null}::text is null or op_type = ${opType ?? null})
        and (${userName ?? null}::text is null or user_name = ${userName ?? null})
        and (${from ?? null}::timestamptz is null or at >= ${from ?? null})
        and (${to ?? null}::timestamptz is null or at < ${to ?? null})
    )
    select seq, (select count(*) from fitting) as total from fitting order by seq desc offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ seq }) => seq);
};

const randomFilter = (): OperationFilter => ({
  opType: random(2) === 0 ? oneOf([...TYPES, "Never_done"]) : undefined,
  userName: random(2) === 0 ? oneOf(USERS) : undefined,
  from: random(2) === 0 ? new Date(BEGIN_MS - 5 + random(nowMs - BEGIN_MS + 10)) : undefined,
  to: random(2) === 0 ? new Date(BEGIN_MS - 5 + random(nowMs - BEGIN_MS + 10)) : undefined,
});

let isInserting = true;
let inserting: Promise<void> = Promise.resolve();
beforeAll(async () => {
  const { db } = database.current;
  for (let act = 0; act < 300; act++) await addSome(db);
  const keepAdding = async (): Promise<void> => {
    while (isInserting && nowMs < BEGIN_MS + SPAN_MS) await addSome(db);
  };
  inserting = keepAdding();
});
afterAll(async () => {
  isInserting = false;
  await inserting;
});

describe("a page of the history", () => {
  it("is what plain counting finds, for any filter, while others add to it", async () => {
    const { db } = database.current;
    let grew = 0n;
    for (let round = 0; round < 200; round++) {
      const filter = randomFilter();
      await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (tx) => {
          const { list, span } = await findSpan(tx, filter);
          const input = { offset: random(Math.max(1, span.last - span.first + 20)), limit: 1 + random(60) };
          const page = await readNumberedPage(span, input, (numbers) => listOperationRows(tx, list, numbers));
          expect(page.items.map(({ seq }) => seq)).toEqual(await plainly(tx, filter, input.offset, input.limit));
          expect(page.total).toBe((await plainly(tx, filter, 0, 1_000_000)).length);
          grew = (await tx.selectFrom("operation_head").select("seq").executeTakeFirstOrThrow()).seq;
        });
    }
    expect(grew).toBeGreaterThan(800n);
  });

  it("stays the same page although entries come in between its two questions", async () => {
    const { db } = database.current;
    const { list, span } = await findSpan(db, { opType: "Denied" });
    const before = await listOperationRows(db, list, { first: span.last - 9, last: span.last });
    await addSome(db);
    expect(await listOperationRows(db, list, { first: span.last - 9, last: span.last })).toEqual(before);
  });

  it("costs the same at any depth", async () => {
    const { db } = database.current;
    const readBlocks = async (first: number): Promise<number> => {
      const { rows } = await sql<{ "QUERY PLAN": readonly [{ Plan: Record<string, number> }] }>`
        explain (analyze, buffers, format json) select o.* from operation_listing l join operation o on o.seq = l.seq
        where l.list = 'type:Denied' and l.position between ${first} and ${first + 9} order by l.position desc`.execute(
        db,
      );
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    };
    const { span } = await findSpan(db, { opType: "Denied" });
    const [deepest, newest] = [await readBlocks(1), await readBlocks(span.last - 9)];
    expect(deepest).toBeGreaterThan(0);
    expect(deepest).toBeLessThanOrEqual(newest * 1.5 + 5);
  });
});
