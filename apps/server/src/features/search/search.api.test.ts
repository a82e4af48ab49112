import { randomUUID } from "node:crypto";
import { type PermissionCode, SEARCH_KINDS, type SearchHit } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../actor.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { insertManyNames } from "../../testing/rigs/many-names.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { SETTINGS } from "../settings/index.ts";
import { nearestNames, otherNames, usePlans } from "./search.store.ts";

const ROWS = 300;
const running = runApp();
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(running.current, { username: "olga", permissions: ["USE_VERSION_1_0"] });
  await insertManyNames(running.current.db, owner.id, ROWS);
});

const search = async (caller: Caller, q: string): Promise<SearchHit[]> => {
  const answer = await caller.get(`/api_v1/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return answer.body.items as SearchHit[];
};
const kindsIn = (hits: readonly SearchHit[]): string[] => [...new Set(hits.map(({ kind }) => kind))].sort();

const insertTask = async (name: string, settings: Record<string, unknown> = {}): Promise<string> => {
  const at = running.current.clock.now();
  const id = randomUUID();
  await running.current.db
    .insertInto("console_task")
    .values({
      id,
      kind: "Benchmark",
      name,
      description: "the model under test is secret-model",
      status: "Init",
      owner_id: owner.id,
      request_key: randomUUID(),
      settings: JSON.stringify(settings),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
};

describe("the search", () => {
  it.each<[string, PermissionCode[], string[]]>([
    ["developer", [], ["dataset", "package"]],
    ["partner", [], []],
    ["partner", ["STATIC_RESOURCE_MANAGE"], ["asset"]],
    ["partner", ["USER_MANAGE_R"], ["console_user"]],
    ["partner", ["DYNAMIC_CONFIG_MANAGE"], ["setting"]],
    ["partner", ["MAGI_ADMIN"], ["end_user"]],
    ["partner", ["MAGI_VIEW_PAYMENTS"], []],
    ["developer", ["USE_VERSION_1_0"], ["dataset", "package", "task"]],
  ])("shows a %s with %j the kinds %j", async (role, permissions, kinds) => {
    const caller = await aCaller(running.current, { role, permissions });
    expect(kindsIn(await search(caller, "night"))).toEqual(kinds);
  });

  it("shows end users to the holder of one flag once fine-grained administration is on", async () => {
    const { key } = SETTINGS.fineGrainedAdmin;
    const manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
    const viewer = await aCaller(running.current, { role: "partner", permissions: ["MAGI_VIEW_PAYMENTS"] });
    await manager.post("/api_v1/config/create", { key, schema: { type: "boolean" }, value: true });
    await manager.post("/api_v1/config/publish", { key, expected_version: 1, comment: "on" });
    await eventually(() => running.current.settings.get(SETTINGS.fineGrainedAdmin) || undefined);
    expect(kindsIn(await search(viewer, "customer7"))).toEqual(["end_user"]);
  });

  it("ranks the whole name, then its beginning, then a word, then a part, and the newest first", async () => {
    for (const name of ["outquokka", "a quokka", "quokka", "quokka two", "Quokka one"]) {
      await insertTask(name);
      running.current.clock.advance(1_000);
    }
    const hits = (await search(owner, "QUOKKA")).filter(({ kind }) => kind === "task");
    expect(hits.map(({ title, rank }) => [title, rank])).toEqual([
      ["quokka", 0],
      ["Quokka one", 1],
      ["quokka two", 1],
      ["a quokka", 2],
      ["outquokka", 3],
    ]);
  });

  it("finds an old name by any part, and by the first letters of a word", async () => {
    const one = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === "console_user").map(({ note }) => note);
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R"] });
    expect(one(await search(manager, `erson${ROWS}@exam`))).toEqual([`person${ROWS}@example.com`]);
    await aCaller(running.current, { username: "zz-anna", realname: "Anna Xylander" });
    const [first] = await search(manager, "xy");
    expect(first).toMatchObject({ title: "Anna Xylander", rank: 2 });
  });

  it("takes the signs of a pattern literally, and returns nothing for blanks", async () => {
    await insertTask("take 100%_done");
    expect((await search(owner, "100%_d")).map(({ title }) => title)).toEqual(["take 100%_done"]);
    expect(await search(owner, "%%%")).toEqual([]);
    expect(await search(owner, "   ")).toEqual([]);
    expect((await owner.get("/api_v1/search?q=")).status).toBe(422);
  });

  it("shows an external user only the tasks they are a member of", async () => {
    const rater = await aCaller(running.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
    const id = await insertTask("wombat with a rater");
    await insertTask("wombat of the others");
    await running.current.db.insertInto("task_member").values({ task_id: id, user_id: rater.id }).execute();
    expect((await search(rater, "wombat")).map(({ title }) => title)).toEqual(["wombat with a rater"]);
  });

  it("tells a rater the name and kind of a task and finds it by nothing else", async () => {
    await insertTask("blind numbat", { columns: ["secret-model"] });
    const [hit] = await search(owner, "blind numbat");
    expect(hit).toEqual({ kind: "task", id: expect.any(String), title: "blind numbat", note: "Benchmark", rank: 0 });
    expect(await search(owner, "secret-model")).toEqual([]);
  });

  it("reads every kind through indexes alone", async () => {
    const actor = { userId: owner.id, isExternal: false } as Actor;
    for (const words of ["n", "night", "zzzz", "fox 99"]) {
      for (const [index, statement] of [
        [true, nearestNames(SEARCH_KINDS, actor, words)],
        [false, otherNames(SEARCH_KINDS, actor, words)],
      ] as const) {
        const plan = await running.current.db.transaction().execute(async (tx) => {
          await usePlans(tx, { index });
          const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${statement}`.execute(tx);
          return rows.map((row) => row["QUERY PLAN"]).join("\n");
        });
        expect(plan).not.toContain("Seq Scan");
      }
    }
  });
});
