import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { moveCredits } from "./features/credits/index.ts";
import { openBoards } from "./features/leaderboards/index.ts";
import { keepBoardActivities } from "./features/leaderboards/snapshots/keep-board.activities.ts";
import { exportHeadActivities, headKeyOf } from "./features/operation-log/export-head.activities.ts";
import { recordOperation } from "./features/operation-log/index.ts";
import { secretKeysOf } from "./platform/crypto/secret-keys.ts";
import { newId } from "./platform/ids.ts";
import { auditActor, programContext } from "./request-context.ts";
import { STORED_OBJECTS } from "./stored-objects.ts";
import { aGeneratedGrid } from "./testing/builders/a-generated-grid.ts";
import { aJudgedTask, say } from "./testing/builders/a-judged-task.ts";
import { aStorageProfile } from "./testing/builders/a-test-bucket.ts";
import { aUser } from "./testing/builders/a-user.ts";
import { aCustomer } from "./testing/builders/credits/a-customer.ts";
import { captureLog } from "./testing/captured-log.ts";
import { useOwnBucket } from "./testing/rigs/installation/own-bucket.ts";
import { asOwner } from "./testing/template-database.ts";
import { testConfig, testDatabase } from "./testing/test-database.ts";
import { verifyInstallation } from "./verify-installation.ts";

const database = testDatabase();
const bucket = useOwnBucket();
const { secretKeys } = testConfig();
const CLIP = randomBytes(4_000);
const clock = () => new Date();
let clipKey = "";

const context = programContext("test", "test", new Date());

const aHistory = (entries: number): Promise<void> =>
  database.current.db.transaction().execute(async (tx) => {
    for (let n = 0; n < entries; n++)
      await recordOperation(tx, auditActor(context), { opType: "Test", subjects: ["test"], meta: { n } });
  });

const aLedger = async (): Promise<void> => {
  const { db } = database.current;
  const { id: accountId } = await aCustomer(db);
  const move = { accountId, actor: "test", memo: {} };
  await moveCredits(db, { ...move, key: "a", kind: "grant", amount: 100, category: "paid" });
  await moveCredits(db, { ...move, key: "b", kind: "reserve", amount: 30 });
  await moveCredits(db, { ...move, key: "c", kind: "settle", ref: 2, amount: 20 });
};

/** Every clip of its cells is the same object. */
const aFinishedGrid = async (ownerId: string): Promise<void> => {
  const { db } = database.current;
  const sha256 = createHash("sha256").update(CLIP).digest();
  await aGeneratedGrid(db, { ownerId, rows: 3, columns: 2, status: "Finished" });
  await sql`update performer_task set output_sha256 = ${sha256}`.execute(db);
  const { rows } = await sql<{ object_key: string }>`
    update asset_version set sha256 = ${sha256}, size_bytes = ${CLIP.length} returning object_key`.execute(db);
  clipKey = rows[0]?.object_key ?? "";
  await bucket.current.put(clipKey, CLIP);
};

const aClosedEvaluation = async (ownerId: string): Promise<void> => {
  const { db, url } = database.current;
  const task = await aJudgedTask(db, { ownerId, status: "Finished" });
  await say(db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" }]);
  const clips = await db.selectFrom("evaluation_clip").select(["judged_key", "judged_bytes"]).execute();
  for (const { judged_key, judged_bytes } of clips)
    await bucket.current.put(judged_key ?? "", Buffer.alloc(Number(judged_bytes)));
  const boards = openBoards({ databaseUrl: url, clock, log: captureLog().log });
  const { keepBoard } = keepBoardActivities({ db, storage: bucket.current.storage, clock, boards });
  await keepBoard({ snapshotId: newId(), taskId: task.id, reason: "enough", by: "test", requestId: "test" });
  await boards.close();
};

beforeAll(async () => {
  const { db } = database.current;
  const { storage } = bucket.current;
  const { id } = await aUser(db);
  await aHistory(5);
  await aLedger();
  await aFinishedGrid(id);
  await aClosedEvaluation(id);
  await aStorageProfile(db, { bucket: "clips", prefix: "sets/" });
  await exportHeadActivities({ db, storage, clock, log: captureLog().log }).exportHistoryHead();
});

interface Verified {
  readonly faults: number;
  readonly wrong: readonly string[];
  readonly lines: readonly string[];
}

const verify = async (options: { readsContents?: boolean; keys?: typeof secretKeys } = {}): Promise<Verified> => {
  const lines: string[] = [];
  const config = { s3: bucket.current.s3, secretKeys: options.keys ?? secretKeys };
  const input = { db: database.current.db, config, readsContents: options.readsContents ?? true };
  const faults = await verifyInstallation(input, (line) => lines.push(line));
  const wrong = lines.filter((line) => line.startsWith("  WRONG  ")).map((line) => line.slice(9));
  return { faults, wrong, lines };
};

/** Changes rows that no code can change, as a fault of a disk or somebody with the rights of the owner would. */
const tamper = (table: string, statement: string): Promise<void> =>
  asOwner(
    database.current.ownerUrl,
    `begin; alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user; commit`,
  );

const movementsOfMonth = `credit_movement_${new Date().toISOString().slice(0, 7).replace("-", "_")}`;

const replaceObject = async (key: string, change: (content: Buffer) => Buffer): Promise<() => Promise<void>> => {
  const { storage, put } = bucket.current;
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.getObject(key)) chunks.push(chunk as Buffer);
  const before = Buffer.concat(chunks);
  await put(key, change(Buffer.from(before)));
  return () => put(key, before);
};

const flipByte = (content: Buffer): Buffer => {
  content[1_234] = (content[1_234] ?? 0) ^ 1;
  return content;
};

interface Planted {
  readonly fault: string;
  /** Returns how to undo it. */
  readonly plant: () => Promise<() => Promise<unknown>>;
  readonly says: RegExp;
}

const PLANTED: readonly Planted[] = [
  {
    fault: "a flipped byte in a clip",
    plant: () => replaceObject(clipKey, flipByte),
    says: /^asset version .+\/1: the object media\/00\/.+ does not have the content that the database says/,
  },
  {
    fault: "a truncated clip",
    plant: () => replaceObject(clipKey, (content) => content.subarray(0, 3_999)),
    says: /has 3999 bytes, the database says 4000$/,
  },
  {
    fault: "a missing clip",
    plant: async () => {
      const restore = await replaceObject(clipKey, (content) => content);
      await bucket.current.storage.deleteObjects([clipKey]);
      return restore;
    },
    says: /^asset version .+: the object media\/00\/.+ is missing$/,
  },
  {
    fault: "a changed movement of the credit ledger",
    plant: async () => {
      const change = (by: string) =>
        tamper(movementsOfMonth, `update ${movementsOfMonth} set d_available = d_available ${by} where seq = 1`);
      await change("+ 1");
      return () => change("- 1");
    },
    says: /^account \d+: the running balance breaks$/,
  },
  {
    fault: "a changed balance",
    plant: async () => {
      const change = (by: string) => asOwner(database.current.ownerUrl, `update credit_account set available = ${by}`);
      await change("available + 5");
      return () => change("available - 5");
    },
    says: /^account \d+: balance is not the sum of its movements$/,
  },
  {
    fault: "a changed entry of the history",
    plant: async () => {
      const change = (reason: string) => tamper("operation", `update operation set reason = '${reason}' where seq = 3`);
      await change("another");
      return () => change("");
    },
    says: /^entry 3 of the history is missing, was changed, or does not follow the entry before it$/,
  },
  {
    fault: "a history that ends before an exported head",
    plant: async () => {
      const key = headKeyOf(new Date(0));
      await bucket.current.put(key, JSON.stringify({ seq: 1_000, hash: "00", exported_at: new Date(0) }));
      return () => bucket.current.storage.deleteObjects([key]);
    },
    says: /^the history ends at entry \d+, and history\/head-1970-01-01.json was exported at entry 1000/,
  },
  {
    fault: "a history that was written anew",
    plant: async () => {
      const key = headKeyOf(new Date(0));
      await bucket.current.put(key, JSON.stringify({ seq: 2, hash: "00", exported_at: new Date(0) }));
      return () => bucket.current.storage.deleteObjects([key]);
    },
    says: /^entry 2 of the history is not the one that history\/head-1970-01-01.json was exported at$/,
  },
  {
    fault: "cells whose attempt is gone",
    plant: async () => {
      const { db } = database.current;
      const { rows } = await sql<{ id: string; before: string }>`
        select id, counted_attempt_id as before from benchmark_cell limit 1`.execute(db);
      const [cell] = rows;
      const point = (to: string) =>
        sql`update benchmark_cell set counted_attempt_id = ${to} where id = ${cell?.id}`.execute(db);
      await point(newId());
      return () => point(cell?.before ?? "");
    },
    says: /^cell \d\/\d\/0 of task .+ succeeded, and the attempt that counts does not exist or did not succeed$/,
  },
  {
    fault: "cells whose clip has another hash than their attempt",
    plant: async () => {
      const { db } = database.current;
      const change = (hash: Buffer) => sql`update performer_task set output_sha256 = ${hash}`.execute(db);
      await change(randomBytes(32));
      return () => change(createHash("sha256").update(CLIP).digest());
    },
    says: /^cell \d\/\d\/0 of task .+ succeeded, and no asset has the clip of its attempt$/,
  },
  {
    fault: "a changed result in the file of a leaderboard snapshot",
    plant: async () => {
      const { object_key } = await database.current.db
        .selectFrom("board_snapshot")
        .select("object_key")
        .executeTakeFirstOrThrow();
      return replaceObject(object_key, (content) =>
        Buffer.from(content.toString().replace('"label":"Alpha"', '"label":"Omega"')),
      );
    },
    says: /^leaderboard snapshot .+: the content of boards\/.+ does not have the hash [0-9a-f]{64}$/,
  },
  {
    fault: "a missing function of the database",
    plant: async () => {
      const set = (name: string, to: string) =>
        asOwner(database.current.ownerUrl, `update schema_function set name = '${to}' where name = '${name}'`);
      await set("move_credits", "moved_away");
      return () => set("moved_away", "move_credits");
    },
    says: /^the database lacks move_credits: run migrate$/,
  },
];

describe("the check of an installation", () => {
  it("finds nothing wrong in a whole one, and says what it checked", async () => {
    const { lines, faults } = await verify();
    expect(lines.filter((line) => !line.startsWith("ok"))).toEqual([]);
    expect(faults).toBe(0);
    const about = (name: string) => lines.find((line) => line.includes(name));
    expect(about("history:")).toMatch(/\d+ entries and 1 exported head/);
    expect(about("credit ledger:")).toContain("3 movements of 1 account");
    expect(about("benchmark cells:")).toContain("6 cells");
    expect(about("asset version:")).toContain("1 object of 1 row");
    expect(about("judged clip:")).toContain("4 objects of 4 rows");
    expect(about("leaderboard snapshots:")).toContain("1 snapshot");
  });

  it.each(PLANTED)("finds the fault: $fault", async ({ plant, says }) => {
    const undo = await plant();
    const { wrong, faults } = await verify();
    await undo();
    expect(faults).toBeGreaterThan(0);
    expect(wrong).toContainEqual(expect.stringMatching(says));
  });

  it("is content with all of them undone", async () => {
    expect((await verify()).wrong).toEqual([]);
  });

  it("compares only the sizes of objects when it is to be quick", async () => {
    const undo = await replaceObject(clipKey, flipByte);
    expect((await verify({ readsContents: false })).wrong).toEqual([]);
    await undo();
  });

  it("names the values whose key is not configured", async () => {
    const { db } = database.current;
    const own = secretKeysOf(randomBytes(32));
    await sql`update storage_profile set sealed_secret = ${Buffer.concat([Buffer.of(2), randomBytes(40)])},
      secret_origin = 'https://storage.example'`.execute(db);
    const { wrong } = await verify({ keys: own });
    await sql`update storage_profile set sealed_secret = null, secret_origin = null`.execute(db);
    expect(wrong).toEqual([
      expect.stringMatching(/^the key [0-9a-f]{8} is not configured: what it encrypted cannot be/),
    ]);
  });

  it("reads every page of the rows, prints the first faults and counts all", async () => {
    const { db } = database.current;
    const { id } = await aUser(db);
    await sql`insert into export_job (id, task_ids, rows, aggregation, media, target, status, object_key, created_by,
        request_key, created_at, finished_at)
      select gen_random_uuid(), array[gen_random_uuid()], 'cells', 'All', 'none', '{}', 'Finished', 'exports/' || n, ${id},
        gen_random_uuid(), now(), now() from generate_series(1, 510) n`.execute(db);
    const { wrong, faults } = await verify();
    expect(faults).toBe(510);
    expect(wrong).toHaveLength(51);
    expect(wrong.at(-1)).toBe("and 460 more");
    await sql`update export_job set expired_at = now()`.execute(db);
    expect((await verify()).faults).toBe(0);
  });
});

describe("the list of stored objects", () => {
  it("has every column that names an object, or says why it need not", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(object|poster|judged|staged)_key$'
        and table_name in (select tablename from pg_tables)`.execute(database.current.db);
    const listed: Readonly<Record<string, string>> = {
      "asset_version.object_key": "asset version",
      "asset_version.poster_key": "poster and sprite of asset version",
      "board_snapshot.object_key": "leaderboard snapshot",
      "dataset_column_set.object_key": "column set",
      "dataset_export.object_key": "dataset export",
      "evaluation_clip.judged_key": "judged clip",
      "export_job.object_key": "export",
      "label_export.object_key": "label export",
    };
    const notListed = [
      // Which clips of assets are in an external base.
      "export_media.object_key",
      // Rows of a part until they are in the item table.
      "dataset_index_part.staged_key",
      // Read once by a workflow, which says what is missing.
      "label_prefill.object_key",
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(listed), ...notListed].sort());
    const known = STORED_OBJECTS.map(({ what }) => what);
    expect(known).toEqual(expect.arrayContaining(Object.values(listed)));
  });
});
