// The audit of `pnpm chaos labelling` finds every kind of breach, each planted into the tables of a healthy task.
import { randomUUID } from "node:crypto";
import { MAX_LEASES, UNDO_S } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Database } from "../../../apps/server/src/platform/db/database.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import {
  asOwner,
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { openLabelTask } from "../../load/open-label-task.ts";
import { auditLabels } from "./audit.ts";
import { nothingReported, type Reported } from "./reported.ts";

const { ownerUrl = "", url: appUrl } = readConfig(testEnvironment()).database;
let name = "";
let database: Database;
let ownerId = "";
let [ada, ben] = ["", ""];
let taskId = "";
let reported: Reported;

beforeAll(async () => {
  name = await createMigratedDatabase({ ownerUrl, appUrl });
  database = createDatabase({ url: withDatabase(appUrl, name), poolSize: 2, applicationName: "dailies-chaos" });
  const aNewUser = async (): Promise<string> => (await aUser(database.db)).id;
  [ownerId, ada, ben] = [await aNewUser(), await aNewUser(), await aNewUser()];
});
afterAll(async () => {
  await database.close();
  await dropDatabase(ownerUrl, name);
});

const claim = async (who: string): Promise<string> => {
  const { rows } = await sql<{ leases: string[] }>`select leases
    from claim_label_items(${taskId}, ${who}, true, 1, ${MAX_LEASES}, now())`.execute(database.db);
  const [lease] = rows[0]?.leases ?? [];
  if (lease === undefined) throw new Error("nothing was claimed");
  return lease;
};

const submit = async (who: string, lease: string): Promise<string> => {
  const clientId = randomUUID();
  const sent = { client_id: clientId, values: { caption: "a cat" }, edited: { caption: true }, template_version: 1 };
  const label = { ...sent, guidelines_version: 1, duration_ms: 900, watched_s: 2 };
  const { rows } = await sql<{ revision_id: string }>`select revision_id
    from submit_label(${lease}, ${who}, true, ${JSON.stringify(label)}::jsonb, now())`.execute(database.db);
  const id = rows[0]?.revision_id ?? "";
  reported.labels.set(id, clientId);
  return id;
};

/** Two labels, one of them undone and submitted again, a skipped item and a draft. */
beforeEach(async () => {
  reported = nothingReported();
  taskId = await openLabelTask(database.db, { ownerId, peopleIds: [ada, ben], items: 4, overlap: 2 });
  await submit(ben, await claim(ben));
  const lease = await claim(ada);
  const first = await submit(ada, lease);
  await sql`select undo_label(${first}, ${ada}, true, ${UNDO_S}, ${MAX_LEASES}, now())`.execute(database.db);
  reported.labels.delete(first);
  reported.undone.add(first);
  await submit(ada, lease);
  const skipped = await claim(ada);
  await sql`select end_label_lease(${skipped}, ${ada}, true, 'skipped', 'other', '', now())`.execute(database.db);
  reported.skipped.add(skipped);
  const held = await claim(ada);
  await sql`update label_lease set draft = '{"caption": "half a cat"}', draft_saved_at = now() where id = ${held}`.execute(
    database.db,
  );
  reported.drafts.set(held, { caption: "half a cat" });
});

const GUARDED = ["label_event", "label_revision"];
const guards = (act: "disable" | "enable"): string =>
  GUARDED.map((table) => `alter table ${table} ${act} trigger user;`).join(" ");

/** As the owner, without the triggers that would refuse it. */
const plant = (breach: string): Promise<void> => {
  const statement = breach.replaceAll("TASK", `'${taskId}'`).replaceAll("SOMEBODY", `'${ownerId}'`);
  return asOwner(withDatabase(ownerUrl, name), `${guards("disable")} ${statement}; ${guards("enable")}`);
};

const faultsAfter = async (breach: string): Promise<string> => {
  await plant(breach);
  return (await auditLabels(database.db, taskId, reported)).join("\n");
};

describe("the audit of labelling", () => {
  it("finds nothing in a task that only the product has written", async () => {
    expect(await auditLabels(database.db, taskId, reported)).toEqual([]);
  });

  it.each([
    [
      "an acknowledged label that is gone",
      "delete from label_revision where task_id = TASK and is_current and seq = 1",
      "was acknowledged and is not there",
    ],
    [
      "a label that nobody was told of",
      `insert into label_revision (id, task_id, seq, user_id, revision, lease_id, label_values, edited, template_version,
          guidelines_version, duration_ms, watched_s, made_by, is_current, created_at)
        select gen_random_uuid(), task_id, 4, user_id, 1, lease_id, label_values, edited, 1, 1, 1, 1, made_by, true, now()
        from label_revision where task_id = TASK and is_current limit 1`,
      "was not acknowledged to anybody",
    ],
    [
      "an undone label that counts",
      "update label_revision set undone_at = null where task_id = TASK and not is_current",
      "was undone and counts",
    ],
    [
      "a lost draft",
      "update label_lease set draft = null where task_id = TASK and draft is not null",
      "the draft of lease",
    ],
    [
      "a skipped item that is in hand again",
      "update label_lease set status = 'leased', ended_at = null where task_id = TASK and status = 'skipped'",
      "was skipped and is not",
    ],
    [
      "an item that was in too many hands for a moment",
      `insert into label_event (task_id, seq, n, event, user_id, by_id, at)
        select TASK, 1, max(n) + d, case d when 1 then 'claimed' else 'released' end, SOMEBODY, SOMEBODY, now() from label_event, generate_series(1, 2) d
        where task_id = TASK and seq = 1 group by d;
        update label_item set events = events + 2 where task_id = TASK and seq = 1`,
      "item 1 was taken 3 times",
    ],
    [
      "an item that one person had twice",
      `insert into label_event (task_id, seq, n, event, user_id, by_id, at)
        select task_id, seq, n + 1, 'claimed', user_id, by_id, at from label_event where task_id = TASK and seq = 3;
        update label_item set events = events + 1 where task_id = TASK and seq = 3`,
      "was twice with",
    ],
    [
      "an item that was given again to somebody who skipped it",
      `insert into label_event (task_id, seq, n, event, user_id, by_id, at)
        select task_id, seq, n + 1, 'claimed', user_id, by_id, at from label_event
        where task_id = TASK and event = 'skipped';
        update label_item set events = events + 1 where task_id = TASK and seq = 2`,
      "who had skipped it",
    ],
    ["a missing event", "delete from label_event where task_id = TASK and event = 'undone'", "have gaps"],
    [
      "an event without its revision",
      "update label_event set revision = 9 where task_id = TASK and event = 'submitted' and seq = 1",
      "names revision 9, which does not exist",
    ],
    [
      "a wrong counter of an item",
      "update label_item set done = 1 where task_id = TASK and seq = 1",
      "has 1 labels and counts 2",
    ],
    [
      "wrong counters of a person",
      "update label_person set submitted = submitted + 1, skipped = 5, spent_ms = 1, prefill_kept = 1 where task_id = TASK",
      "has skipped 5 and counts",
    ],
  ])("finds this breach: %s", async (_what, breach, words) => {
    expect(await faultsAfter(breach)).toContain(words);
  });

  it("names every wrong counter of a person", async () => {
    const found = await faultsAfter(
      "update label_person set submitted = submitted + 1, spent_ms = 1, prefill_kept = 1 where task_id = TASK",
    );
    for (const words of ["has submitted 2 and counts 1", "has spent 1 ms and counts 900", "has kept 1 of 1"])
      expect(found).toContain(words);
  });
});
