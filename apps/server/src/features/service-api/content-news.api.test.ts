import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { aService, type Service } from "../../testing/builders/a-service.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const app = runApp();
let service: Service;

beforeAll(async () => {
  service = await aService(app.current, ["users:write", "content:write"]);
});

const post = (path: string, body: object): Promise<Answer> => service.post(`/api_v1/service/${path}`, body);
const ago = (minutes: number): string => new Date(app.current.clock.now().getTime() - minutes * 60_000).toISOString();
const aUser = async (): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  expect((await post("user/upsert", { email, occurred_at: ago(60) })).status).toBe(200);
  return email;
};

describe("content", () => {
  const task = (project_id: string, options: object = {}) => ({
    id: randomUUID(),
    project_id,
    type: "t2v",
    status: "succeeded",
    model: "m",
    prompt: "a fox",
    created_at: ago(30),
    occurred_at: ago(30),
    ...options,
  });

  it("is numbered without a gap for each parent, also by many at once", async () => {
    const user_email = await aUser();
    const project_id = randomUUID();
    await post("project/upsert", { id: project_id, user_email, name: "Film", occurred_at: ago(40) });
    const answers = await Promise.all(Array.from({ length: 25 }, () => post("task/upsert", task(project_id))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await app.current.db
      .selectFrom("project_task")
      .select("seq")
      .where("project_id", "=", project_id)
      .orderBy("seq")
      .execute();
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
  });

  it("is changed by newer news alone, and stays with its parent", async () => {
    const user_email = await aUser();
    const project_id = randomUUID();
    await post("project/upsert", { id: project_id, user_email, name: "Film", occurred_at: ago(40) });
    const told = task(project_id);
    await post("task/upsert", told);
    expect((await post("task/upsert", { ...told, status: "running", occurred_at: ago(31) })).body.is_newer).toBe(false);
    const elsewhere = randomUUID();
    expect((await post("task/upsert", task(elsewhere))).status).toBe(404);
    await post("project/upsert", { id: elsewhere, user_email, name: "Other", occurred_at: ago(40) });
    expect((await post("task/upsert", { ...told, project_id: elsewhere, occurred_at: ago(1) })).status).toBe(409);
    const mark = {
      id: randomUUID(),
      user_email,
      source: "studio",
      assets_type: "video",
      visibility: "public",
      project_id,
      task_id: told.id,
      output_index: 0,
      favorited_at: ago(20),
      occurred_at: ago(20),
    };
    expect((await post("favorite/upsert", mark)).body.is_newer).toBe(true);
    expect((await post("favorite/upsert", { ...mark, removed: true, occurred_at: ago(10) })).body.is_newer).toBe(true);
    expect((await post("favorite/upsert", mark)).body.is_newer).toBe(false);
    expect((await post("favorite/upsert", { ...mark, id: randomUUID(), task_id: "nothing" })).status).toBe(404);
    const row = await app.current.db.selectFrom("favorite").selectAll().where("id", "=", mark.id).executeTakeFirst();
    expect(row?.removed_at).toEqual(new Date(ago(10)));
  });
});
