import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { listOperations, recordOperation, recordOperations, verifyChain } from "./index.ts";

const database = testDatabase();

const by = { userName: "ada", requestId: "r-1", at: new Date("2026-11-15T08:00:00.123Z") };
const record = (db: Db, subject: string, meta: Record<string, unknown> = {}): Promise<number> =>
  db.transaction().execute((tx) => recordOperation(tx, by, { opType: "Update_user", subjects: [subject], meta }));

const asOwner = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: database.current.ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

describe("the history", () => {
  it("numbers concurrent entries without a gap and chains them", async () => {
    const { db } = database.current;
    // As many at once as have connections: on a busy machine the others would wait too long for one.
    const writer = async (user: number): Promise<void> => {
      for (let entry = 0; entry < 10; entry++) await record(db, `user:${user}`, { index: entry * 5 + user });
    };
    await Promise.all([0, 1, 2, 3, 4].map(writer));
    const { entries, firstBroken } = await verifyChain(db);
    expect(firstBroken).toBeUndefined();
    const numbers = await db.selectFrom("operation").select("seq").orderBy("seq").execute();
    expect(numbers.map((row) => Number(row.seq))).toEqual(Array.from({ length: entries }, (_, index) => index + 1));
  });

  it("answers what concerns one thing, newest first and page by page", async () => {
    const { db } = database.current;
    for (const step of [1, 2, 3]) await record(db, "user:paged", { step, note: 'quotes " and 漢字' });
    const first = await listOperations(db, "user:paged", { limit: 2 });
    expect(first.items.map((item) => item.meta.step)).toEqual([3, 2]);
    expect(first.has_more).toBe(true);
    const rest = await listOperations(db, "user:paged", { limit: 2, before: first.items[1]?.seq });
    expect(rest.items.map((item) => item.meta.step)).toEqual([1]);
    expect(rest.has_more).toBe(false);
    expect(rest.items[0]).toMatchObject({ at: "2026-11-15T08:00:00.123Z", user_name: "ada", op_type: "Update_user" });
  });

  it("chains many entries of one act in the order given, between those of others", async () => {
    const { db } = database.current;
    const act = (name: string) =>
      db.transaction().execute((tx) =>
        recordOperations(
          tx,
          by,
          Array.from({ length: 30 }, (_, step) => ({
            opType: "Import_users",
            subjects: [`act:${name}`, `act:${name}`, `step:${step}`] as const,
            meta: { step },
          })),
        ),
      );
    await Promise.all([act("one"), record(db, "user:between"), act("two")]);
    for (const name of ["one", "two"]) {
      const { items } = await listOperations(db, `act:${name}`, { limit: 100 });
      expect(items.map(({ meta }) => meta.step)).toEqual(Array.from({ length: 30 }, (_, step) => 29 - step));
      expect((items[0]?.seq ?? 0) - (items.at(-1)?.seq ?? 0)).toBe(29);
    }
    const { items } = await listOperations(db, "act:one", { limit: 5, alsoAbout: "step:7" });
    expect(items.map(({ meta }) => meta.step)).toEqual([7]);
    expect((await verifyChain(db)).firstBroken).toBeUndefined();
  });

  it("takes entries as the version before wrote them", async () => {
    const { db } = database.current;
    const before = (await verifyChain(db)).entries;
    await sql`select record_operation(
      ${by.at}, 'ada', 'Update_user', ${["user:old"]}::text[], '{"step": 1}'::jsonb, 'why', 'r-old', 'server'
    )`.execute(db);
    expect((await listOperations(db, "user:old", { limit: 2 })).items).toMatchObject([
      { seq: before + 1, reason: "why" },
    ]);
    expect(await verifyChain(db)).toEqual({ entries: before + 1, firstBroken: undefined });
  });

  it("hashes the text that PostgreSQL writes of an entry as one JSON object", async () => {
    const { db } = database.current;
    const odd = 'a "quote", a \\ back, a line\nbreak, \u0001 and \u2028, 漢字 and 🌊';
    for (const result of ["ok", "denied", "failed"] as const) {
      await db.transaction().execute((tx) =>
        recordOperation(
          tx,
          { userName: odd, requestId: odd, at: new Date("2026-11-15T08:00:00.007Z") },
          {
            opType: "Update_user",
            subjects: [odd, "a,b", "{}", "null"],
            meta: { [odd]: odd, nested: { zz: [1.5, -0, 1e21, null, true, {}], a: [] } },
            reason: odd,
            result,
          },
        ),
      );
    }
    const { rows } = await sql<{ is_equal: boolean }>`
      select convert_from(operation_content(o), 'UTF8') = (jsonb_build_object(
        'seq', o.seq, 'at', to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'user_name', o.user_name,
        'op_type', o.op_type, 'subjects', o.subjects, 'meta', o.meta, 'reason', o.reason, 'request_id', o.request_id,
        'source', o.source
      ) || case when o.result = 'ok' then '{}'::jsonb else jsonb_build_object('result', o.result) end)::text as is_equal
      from operation o`.execute(db);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ is_equal }) => !is_equal)).toEqual([]);
  });

  it("keeps nothing of a transaction that fails", async () => {
    const { db } = database.current;
    const before = await verifyChain(db);
    const failing = db.transaction().execute(async (tx) => {
      await recordOperation(tx, by, { opType: "Update_user", subjects: ["user:none"] });
      throw new Error("the act failed");
    });
    await expect(failing).rejects.toThrow("the act failed");
    expect(await verifyChain(db)).toEqual(before);
  });

  it.each([
    "insert into operation select * from operation",
    "update operation set user_name = 'mallory'",
    "delete from operation",
    "truncate operation cascade",
    "delete from operation_subject",
    "insert into operation_listing values ('user:ada', 1000, 1)",
    "delete from operation_listing",
    "truncate operation_listing",
    "update operation_listing_size set size = 1",
    "delete from operation_listing_size",
    "update operation_head set seq = 0",
    "alter table operation disable trigger all",
  ])("does not let the processes' own role run: %s", async (statement) => {
    const client = new Client({ connectionString: database.current.url });
    await client.connect();
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    await client.end();
  });

  it("says itself that this role may read the history and nothing else", async () => {
    const { rows } = await sql<{ name: string; privilege: string }>`
      select t.name, p.privilege from
        unnest(array['operation', 'operation_subject', 'operation_head', 'operation_listing', 'operation_listing_size']) as t (name),
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) as p (privilege)
      where has_table_privilege(t.name, p.privilege)`.execute(database.current.db);
    expect(rows.filter(({ privilege }) => privilege !== "SELECT")).toEqual([]);
    expect(rows).toHaveLength(5);
  });

  it("lets nobody else call what writes with the rights of its owner", async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.prosecdef and p.pronamespace = 'public'::regnamespace and a.grantee = 0`.execute(database.current.db);
    expect(rows).toEqual([]);
  });

  it("names the first entry that somebody with the whole database has changed", async () => {
    const { db } = database.current;
    await expect(asOwner("update operation set user_name = 'mallory' where seq = 7")).rejects.toThrow("only be added");
    await asOwner(`
      alter table operation disable trigger user;
      update operation set user_name = 'mallory' where seq = 7;
      alter table operation enable trigger user`);
    expect((await verifyChain(db)).firstBroken).toBe(7);
  });
});
