import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { DomainError } from "../../errors.ts";
import { tcpGate } from "../../testing/outsiders/tcp-gate.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { createDatabase } from "./database.ts";

const database = testDatabase();
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

describe("the database", () => {
  it("hands over a bigint without losing a digit", async () => {
    const { rows } = await sql<{ n: bigint }>`select 9007199254740993::int8 as n, ${2n ** 62n}::int8 as m`.execute(
      database.current.db,
    );
    expect(rows[0]).toEqual({ n: 9007199254740993n, m: 2n ** 62n });
  });

  it("lets the app role write rows and nothing else", async () => {
    const { db } = database.current;
    await expect(sql`create table mine (id int)`.execute(db)).rejects.toThrow(/permission denied/);
    await expect(sql`drop table outbox`.execute(db)).rejects.toThrow(/must be owner/);
    await expect(sql`delete from schema_migration`.execute(db)).rejects.toThrow(/permission denied/);
    await expect(db.selectFrom("schema_migration").selectAll().execute()).resolves.not.toHaveLength(0);
  });

  it("limits statements, locks and idle transactions", async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name
    `.execute(database.current.db);
    expect(rows.map((row) => row.setting)).toEqual(["15000", "3000", "15000"]);
  });

  it("says unavailable while every connection is taken", async () => {
    const small = createDatabase({ url: database.current.url, poolSize: 1, applicationName: "dailies-test" });
    closing.push(small.close);
    const release = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const busy = small.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      taken.resolve();
      await release.promise;
    });
    await taken.promise;
    const refused = await sql`select 1`.execute(small.db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: "unavailable", retryAfterS: 1 });
    release.resolve();
    await busy;
  });

  it("survives the loss of connections, in use and idle, says unavailable and goes on", async () => {
    const gate = await tcpGate(new URL(database.current.url).host);
    await gate.open();
    const url = new URL(database.current.url);
    url.host = gate.address;
    const gated = createDatabase({ url: url.href, poolSize: 5, applicationName: "dailies-test" });
    closing.push(gated.close, gate.shut);
    const tenTimes = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(gated.db)));
    const inTransaction = gated.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await sleep(300);
      await sql`select 1`.execute(tx);
    });
    const outcomes = tenTimes();
    const between = expect(inTransaction).rejects.toThrow();
    await sleep(100);
    await gate.shut();
    await between;
    const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
    expect(refused.length).toBeGreaterThan(3);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "unavailable" });
    await gate.open();
    expect((await tenTimes()).filter((outcome) => outcome.status === "rejected")).toEqual([]);
  });

  it("says unavailable when the server is away", async () => {
    const nowhere = createDatabase({
      url: "postgres://nobody:x@127.0.0.1:1/none",
      poolSize: 1,
      applicationName: "dailies-test",
    });
    closing.push(nowhere.close);
    await expect(sql`select 1`.execute(nowhere.db)).rejects.toMatchObject({ code: "unavailable" });
  });
});
