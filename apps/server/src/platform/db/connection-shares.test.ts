import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../testing/test-database.ts";
import { onBehalfOf } from "../concurrency/requesting-user.ts";
import { ConnectionShares } from "./connection-shares.ts";
import { createDatabase, type Database, type Db } from "./database.ts";

const database = testDatabase();
let opened: Database | undefined;
afterEach(() => opened?.close());

/** One of four connections for each person. */
const open = (): Db => {
  const { current } = database;
  opened = createDatabase({ url: current.url, poolSize: 4, applicationName: "dailies-test" });
  return opened.db;
};

const ask = (db: Db, name: string): Promise<string> =>
  sql<{ name: string }>`select ${name}::text as name`.execute(db).then(({ rows }) => rows[0]?.name ?? "");

/** A request that has a connection until the test ends it. */
const holdConnection = async (db: Db, userId: string) => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = onBehalfOf(userId, () =>
    db.transaction().execute(async () => {
      begun.resolve();
      await ended.promise;
    }),
  );
  await begun.promise;
  return async (): Promise<void> => {
    ended.resolve();
    await held;
  };
};

describe("connections for several people", () => {
  it("are left for others, whatever one person asks", async () => {
    const db = open();
    const end = await holdConnection(db, "anna");
    const own = Array.from({ length: 6 }, () => onBehalfOf("anna", () => ask(db, "anna")));
    const other = onBehalfOf("bert", () => ask(db, "bert"));
    expect(await Promise.race([other, ...own])).toBe("bert");
    expect(await ask(db, "nobody")).toBe("nobody");
    await end();
    expect(new Set(await Promise.all(own))).toEqual(new Set(["anna"]));
  });

  it("are given to a request that has one already, so that it never waits for itself", async () => {
    const db = open();
    const both = await onBehalfOf("anna", () =>
      db.transaction().execute(async (tx) => Promise.all([ask(tx, "inner"), ask(db, "second"), ask(db, "third")])),
    );
    expect(both).toEqual(["inner", "second", "third"]);
    const atOnce = await onBehalfOf("anna", () => Promise.all([ask(db, "a"), ask(db, "b")]));
    expect(atOnce).toEqual(["a", "b"]);
  });

  it("come back after a failure, and are refused to the person who has too many requests waiting", async () => {
    const db = open();
    await expect(onBehalfOf("anna", () => sql`select 1 / 0`.execute(db))).rejects.toThrow("division by zero");
    const end = await holdConnection(db, "anna");
    const own = Array.from({ length: 200 }, () => onBehalfOf("anna", () => ask(db, "anna")));
    await expect(onBehalfOf("anna", () => ask(db, "anna"))).rejects.toMatchObject({
      code: "unavailable",
      loggedAs: "share_used",
    });
    await end();
    await Promise.all(own);
    expect(await onBehalfOf("anna", () => ask(db, "anna"))).toBe("anna");
  });

  it("are refused to a request that has waited too long, whose turn then goes to the next one", async () => {
    const shares = new ConnectionShares(4, 20);
    const enter = () => onBehalfOf("anna", () => shares.enter());
    const leave = await enter();
    await expect(enter()).rejects.toMatchObject({ code: "unavailable" });
    const next = enter();
    leave();
    (await next)();
    (await enter())();
  });
});
