import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../../testing/test-database.ts";
import { getOperationHead } from "./operation-chain.store.ts";
import { isKnownSound, MAX_CHECKED, verifyPart } from "./verify-chain.ts";

/** More than one request may check, so that the largest slice is tested against the statement timeout. */
const ENTRIES = 250_000;

const database = testDatabase();
let owner: Client;

/** As an attacker with full database access, who knows about the triggers. */
const tamper = async (statement: string): Promise<void> => {
  await owner.query(`
    begin; alter table operation disable trigger user; ${statement}; alter table operation enable trigger user; commit`);
};

/** Bulk-inserts entries with the log's own function, without a round trip per entry. */
const chain = (count: number): string => `
  do $$
  declare
    head operation_head;
    entry operation;
    chained operation[] := '{}';
  begin
    select * into strict head from operation_head for update;
    for n in 1 .. ${count} loop
      entry := row(
        head.seq + n, '2026-01-01'::timestamptz + n * interval '1 second', 'user-' || n % 50, 'Update_user',
        array['user:' || n % 1000], jsonb_build_object('before', n, 'after', n + 1), '', 'request-' || n, 'server',
        head.hash, head.hash, case when n % 7 = 0 then 'denied' else 'ok' end
      )::operation;
      entry.hash := sha256(entry.previous_hash || operation_content(entry));
      head.hash := entry.hash;
      head.at := entry.at;
      chained := array_append(chained, entry);
      if n % 200 = 0 or n = ${count} then
        insert into operation select * from unnest(chained);
        chained := '{}';
      end if;
    end loop;
    update operation_head set seq = head.seq + ${count}, hash = head.hash, at = head.at;
  end
  $$`;

beforeAll(async () => {
  owner = new Client({ connectionString: database.current.ownerUrl });
  await owner.connect();
  await owner.query(chain(ENTRIES));
  await owner.query("analyze operation");
}, 180_000);
afterAll(() => owner.end());

describe("a history of a quarter of a million entries", () => {
  it("is verified in parts that each fit a request", async () => {
    const { db } = database.current;
    let part = await verifyPart(db, 0);
    const stops = [part.checkedTo];
    while (!part.isComplete) {
      part = await verifyPart(db, part.checkedTo);
      stops.push(part.checkedTo);
    }
    expect(part.brokenSeq).toBeUndefined();
    expect(stops).toEqual([MAX_CHECKED, ENTRIES]);
  });

  it.each([
    [
      "one changed byte",
      125_000,
      "update operation set meta = jsonb_set(meta, '{after}', '125002') where seq = 125000",
      "update operation set meta = jsonb_set(meta, '{after}', '125001') where seq = 125000",
    ],
    [
      "a result that was polished",
      77_777,
      "update operation set result = 'ok' where seq = 77777",
      "update operation set result = 'denied' where seq = 77777",
    ],
    [
      "one removed entry",
      150_001,
      "create table kept as select * from operation where seq = 150001; delete from operation where seq = 150001",
      "insert into operation select * from kept; drop table kept",
    ],
    [
      "a swapped pair",
      175_000,
      "update operation o set user_name = x.user_name, subjects = x.subjects, meta = x.meta, request_id = x.request_id, hash = x.hash from operation x where (o.seq, x.seq) in ((175000, 175001), (175001, 175000))",
      "update operation o set user_name = x.user_name, subjects = x.subjects, meta = x.meta, request_id = x.request_id, hash = x.hash from operation x where (o.seq, x.seq) in ((175000, 175001), (175001, 175000))",
    ],
    [
      "an entry with a hash made anew",
      200_000,
      "create table kept as select * from operation where seq = 200000; update operation set user_name = 'mallory' where seq = 200000; update operation o set hash = sha256(previous_hash || operation_content(o)) where seq = 200000",
      "update operation o set user_name = k.user_name, hash = k.hash from kept k where o.seq = k.seq; drop table kept",
    ],
    ["a head that is not the last entry's", ENTRIES, "update operation_head set hash = sha256('x')", undefined],
  ])(
    "is searched until it finds %s",
    async (what, seq, change, undo) => {
      const { db } = database.current;
      const head = await getOperationHead(db);
      await tamper(change);
      const checked = await verifyPart(db, Math.max(seq - 1_000, 0), 2_000);
      await tamper(undo ?? `update operation_head set hash = '\\x${head.hash}'`);
      // A recomputed hash matches its own entry, so the break shows at the next one.
      expect(checked.brokenSeq).toBe(what.includes("made anew") ? seq + 1 : seq);
      const around = await verifyPart(db, Math.min(seq, ENTRIES) - 10, 20);
      expect(around.brokenSeq).toBeUndefined();
    },
    60_000,
  );

  it("shows a tail that was cut off, when the head is known from before", async () => {
    const { db } = database.current;
    const known = await getOperationHead(db);
    expect(await isKnownSound(db, known)).toBe(true);
    expect(await isKnownSound(db, { ...known, hash: known.hash.replace(/^./, "g") })).toBe(false);
    await tamper("delete from operation where seq > 249000");
    expect((await verifyPart(db, 248_990)).brokenSeq).toBe(249_001);
    await tamper(
      "update operation_head set seq = 249000, hash = (select hash from operation where seq = 249000), at = (select at from operation where seq = 249000)",
    );
    expect(await verifyPart(db, 248_990)).toMatchObject({ isComplete: true, brokenSeq: undefined, checkedTo: 249_000 });
    expect(await isKnownSound(db, known)).toBe(false);
    expect((await verifyPart(db, known.seq)).brokenSeq).toBe(249_001);
  });
});
