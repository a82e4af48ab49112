import { sql } from "kysely";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { asOwner } from "../../../testing/template-database.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { moveCredits } from "./ledger.store.ts";

const database = testDatabase();
const DENIED = { code: "42501" };

const ledgerTables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like 'credit\_%' and relkind in ('r', 'p') order by 1`.execute(
    database.current.db,
  );
  return rows.map(({ name }) => name);
};

describe("the role of the processes", () => {
  it("reads every table of the ledger and writes none, nor any of its months", async () => {
    const { db } = database.current;
    const tables = await ledgerTables();
    expect(tables.length).toBeGreaterThan(50);
    for (const table of tables) {
      const name = sql.table(table);
      const columns: Readonly<Record<string, string>> = { credit_account: "available", credit_created: "amount" };
      const column = sql.ref(columns[table] ?? "account_id");
      await expect(sql`insert into ${name} (${column}) values (1)`.execute(db), table).rejects.toMatchObject(DENIED);
      await expect(sql`delete from ${name}`.execute(db), table).rejects.toMatchObject(DENIED);
      await expect(sql`truncate ${name}`.execute(db), table).rejects.toMatchObject(DENIED);
      await expect(sql`drop table ${name}`.execute(db), table).rejects.toMatchObject(DENIED);
      await expect(sql`update ${name} set ${column} = 1`.execute(db), table).rejects.toMatchObject(DENIED);
    }
  });

  it("holds no right but reading, also by way of everybody", async () => {
    const { rows } = await sql<{ privilege: string }>`
      select distinct a.privilege_type as privilege from pg_class c, aclexplode(c.relacl) a
        where c.relname like 'credit\_%' and c.relkind in ('r', 'p', 'v') and a.grantee <> c.relowner
          and not (c.relkind = 'v')`.execute(database.current.db);
    expect(rows).toEqual([{ privilege: "SELECT" }]);
  });

  it("writes no month that it has made itself, whatever it calls itself", async () => {
    const { db } = database.current;
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('dailies.app_role', 'pg_monitor', true)`.execute(tx);
      await sql`select add_credit_month('2030-02-01')`.execute(tx);
    });
    const forged = sql`insert into credit_movement_2030_02 values
      (1, 1, '2030-02-02', 'grant', 5, 0, 5, 0, null, null, null, 'me', '{}')`;
    await expect(forged.execute(db)).rejects.toMatchObject(DENIED);
    await sql`select add_credit_month('2030-02-01')`.execute(db);
    await expect(sql`select add_credit_month('2030-03-02')`.execute(db)).rejects.toThrow("first day");
  });

  it("calls what the ledger offers and nothing else", async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.proname like '%credit%' and p.prorettype <> 'trigger'::regtype
          and has_function_privilege(p.oid, 'execute') order by 1`.execute(database.current.db);
    expect(rows.map(({ name }) => name)).toEqual([
      "add_credit_month",
      "check_credits",
      "create_credits",
      "created_credits",
      "forget_created_credits",
      "move_credits",
    ]);
    const { rows: open } =
      await sql`select proname from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
      where proname in ('move_credits', 'create_credits', 'forget_created_credits', 'add_credit_month') and a.grantee = 0`.execute(
        database.current.db,
      );
    expect(open).toEqual([]);
    await expect(sql`select open_credit_account()`.execute(database.current.db)).rejects.toMatchObject(DENIED);
  });
});

describe("the owner", () => {
  it("changes no movement and no key without taking a guard away first", async () => {
    const { ownerUrl } = database.current;
    for (const table of ["credit_movement", "credit_movement_2026_11", "credit_key"]) {
      await expect(asOwner(ownerUrl, `update ${table} set seq = 1`), table).rejects.toMatchObject(DENIED);
      await expect(asOwner(ownerUrl, `delete from ${table}`), table).rejects.toMatchObject(DENIED);
      await expect(asOwner(ownerUrl, `truncate ${table}`), table).rejects.toMatchObject(DENIED);
    }
  });
});

const GUARDS_OFF = ["movement", "movement_2025_01", "key"].map(
  (name) => `alter table credit_${name} disable trigger all`,
);

const SPOILED: Record<string, string> = {
  "balance is not the sum of its movements": "update credit_account set available = available + 1 where id = $1",
  "lots are not what it has": "update credit_lot set remaining = remaining - 1 where account_id = $1 and seq = 1",
  "holds are not what is reserved": "delete from credit_hold where account_id = $1",
  "a lot is not reserved by its holds":
    "update credit_hold set lots = '{9}', amounts = array[amount] where account_id = $1",
  "a lot is not its grant without what was taken":
    "update credit_movement set lots = '{9}' where account_id = $1 and kind = 'settle'",
  "the lots of a movement are not its amount":
    "update credit_movement set amounts = '{1}' where account_id = $1 and kind = 'settle'",
  "a lot is not what a movement brought":
    "update credit_lot set granted = granted + 1 where account_id = $1 and seq = 1",
  "a hold is not a reserve that is open": "update credit_hold set seq = 77 where account_id = $1",
  "a hold was closed twice":
    "insert into credit_movement select account_id, seq + 50, at, 'void', 0, 0, 0, 0, ref, null, null, actor, memo from credit_movement where account_id = $1 and kind = 'settle'",
  "what closed a hold is not what it held":
    "update credit_movement set kind = 'void' where account_id = $1 and kind = 'settle'",
  "what was given back is not its refunds": "update credit_refunded set refunded = refunded + 1 where account_id = $1",
  "a movement has no key, or a key no movement": "delete from credit_key where account_id = $1 and seq = 2",
  "the running balance breaks":
    "update credit_movement set available = available + 1 where account_id = $1 and seq = 2",
};

describe("check_credits", () => {
  let accountId: bigint;

  beforeAll(async () => {
    const { db } = database.current;
    accountId = (await aCustomer(db)).id;
    const inputs = [
      { kind: "grant", amount: 20, category: "paid" },
      { kind: "reserve", amount: 8 },
      { kind: "settle", ref: 2, amount: 5 },
      { kind: "refund", ref: 3, amount: 2, category: "compensation" },
      { kind: "reserve", amount: 4 },
    ] as const;
    for (const [n, input] of inputs.entries()) {
      const at = new Date(Date.UTC(2025, 0, 1, n));
      await moveCredits(db, { accountId, key: `k${n}`, actor: "test", memo: {}, at, ...input });
    }
  });

  it("finds nothing in sound books", async () => {
    const { rows } = await sql`select * from check_credits(0, 9223372036854775807)`.execute(database.current.db);
    expect(rows).toEqual([]);
  });

  it.each(Object.entries(SPOILED))("names it: %s", async (what, statement) => {
    const client = new Client({ connectionString: database.current.ownerUrl });
    await client.connect();
    try {
      await client.query("begin");
      for (const off of GUARDS_OFF) await client.query(off);
      expect((await client.query(statement, [accountId])).rowCount).toBeGreaterThan(0);
      const { rows } = await client.query("select what, account_id from check_credits($1, $1)", [accountId]);
      expect(rows).toContainEqual({ what, account_id: String(accountId) });
    } finally {
      await client.end();
    }
  });
});
