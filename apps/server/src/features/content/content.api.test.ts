import type { FavoriteItem, ProjectTaskDetail, ProjectTaskItem } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark } from "../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aFavorite, anEndUser, aProject } from "../../testing/builders/a-favorite.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const CONTENT = "/api_v1/admin/content";
const running = runApp();
let ada: Caller;
let eve: bigint;
let project: { id: string; taskIds: string[] };
const favorites: string[] = [];
const moment = (second: number): Date => new Date(Date.parse("2026-06-01T00:00:00Z") + second * 1_000);

interface Wall {
  items: FavoriteItem[];
  total: number;
  is_total_exact: boolean;
  sources: string[];
}
const list = async (body: object = {}): Promise<Wall> => {
  const answer = await ada.post(`${CONTENT}/favorites`, body);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Wall;
};
const wordsOf = ({ status, body }: Answer): unknown[] => [status, body.code, body.detail];

beforeAll(async () => {
  const { db } = running.current;
  ada = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "USE_VERSION_1_0"] });
  eve = await anEndUser(db, { email: "eve@example.com" });
  project = await aProject(db, eve, 130);
  const common = { userId: eve, projectId: project.id, taskId: project.taskIds[6] as string };
  for (const seq of [1, 2, 3, 4]) favorites.push(await aFavorite(db, { ...common, seq, at: moment(seq) }));
  await aFavorite(db, { ...common, seq: 5, at: moment(5), isRemoved: true });
  const grace = await anEndUser(db, { email: "grace@example.com", hasConsented: false });
  const other = { userId: grace, source: "gallery", at: moment(2) };
  favorites.push(await aFavorite(db, { ...other, seq: 1, assetsType: "project" }));
});

describe("the wall of favourites", () => {
  it("shows the newest first with everything about them, and files by addresses that end", async () => {
    const { items, total, is_total_exact, sources } = await list({ limit: 2 });
    expect([total, is_total_exact, sources]).toEqual([5, true, ["explore", "gallery"]]);
    expect(items.map(({ id }) => id)).toEqual([favorites[3], favorites[2]]);
    expect(items[0]).toMatchObject({
      user_email: "eve@example.com",
      project_name: "Sea",
      prompt: "a wave 7",
      model: "sea-2",
      favorited_at: moment(4).toISOString(),
      audit_status: "none",
      has_consented: true,
      asset: { kind: "video", mime: "video/mp4", width: 640, duration_s: 4 },
    });
    const url = new URL(items[0]?.asset?.url ?? "");
    expect(url.pathname).toContain(`/product/${project.id}/clip.mp4`);
    expect([url.searchParams.get("X-Amz-Expires"), url.searchParams.get("response-content-type")]).toEqual([
      "900",
      "video/mp4",
    ]);
    expect(items[0]?.asset?.poster_url).toContain("poster.webp");
    expect((await fetch(url)).status).toBe(404);
  });

  it("filters by user, time, source, kind and decision", async () => {
    const count = async (body: object): Promise<number> => (await list(body)).total;
    expect(await count({ user_email: "EVE@example.com" })).toBe(4);
    expect(await count({ start_time: moment(2).toISOString(), end_time: moment(4).toISOString() })).toBe(3);
    expect(await count({ source: "gallery" })).toBe(1);
    expect(await count({ assets_type: "project" })).toBe(1);
    expect(await count({ audit_status: "approved" })).toBe(0);
    expect(await count({ user_email: "eve@example.com", source: "gallery" })).toBe(0);
    expect(await list({ user_email: "nobody@example.com" })).toMatchObject({ items: [], total: 0 });
    const [plain] = (await list({ assets_type: "project" })).items;
    expect(plain).toMatchObject({ asset: null, prompt: "", project_id: null, has_consented: false });
  });

  it("counts to ten thousand and then says that there are more", async () => {
    const { db } = running.current;
    const many = await anEndUser(db, { email: "many@example.com" });
    await sql`
      insert into favorite (id, user_id, seq, source, assets_type, visibility, favorited_at, told_at)
      select gen_random_uuid(), ${many}, n, 'many', 'video', 'public', ${moment(0)}::timestamptz - n * interval '1 s', now()
      from generate_series(1, 10000) n`.execute(db);
    expect(await list({ source: "many", limit: 1 })).toMatchObject({ total: 10_000, is_total_exact: true });
    expect(await list({ limit: 1 })).toMatchObject({ total: 10_000, is_total_exact: false });
    expect((await list({ source: "many", offset: 9_999, limit: 50 })).items).toHaveLength(1);
  });
});

describe("a project", () => {
  it("pages through its tasks from the newest, with the exact number", async () => {
    const page = async (offset: number): Promise<{ items: ProjectTaskItem[]; total: number }> =>
      (await ada.get(`${CONTENT}/${project.id}/tasks?offset=${offset}&limit=50`)).body as never;
    const pages = [await page(0), await page(50), await page(100), await page(150)];
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [50, 130],
      [50, 130],
      [30, 130],
      [0, 130],
    ]);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([...project.taskIds].reverse());
    expect(pages[0]?.items[0]?.cover?.poster_url).toContain("poster.webp");
    expect(wordsOf(await ada.get(`${CONTENT}/p-none/tasks`))[0]).toBe(404);
  });

  it("shows one task with what went in and came out", async () => {
    const { body } = await ada.get(`${CONTENT}/task/${project.taskIds[0]}`);
    expect(body as unknown as ProjectTaskDetail).toMatchObject({
      prompt: "a wave 1",
      seed: 42,
      params: { steps: 30 },
      inputs: [],
      outputs: [{ kind: "video" }],
      project: { id: project.id, owner_email: "eve@example.com", task_count: 130 },
    });
    expect((await ada.get(`${CONTENT}/task/none`)).status).toBe(404);
  });
});

describe("deciding about a favourite", () => {
  const audit = (body: object) =>
    ada.post(`${CONTENT}/favorites/audit`, { id: favorites[0], expected_status: "none", ...body });

  it("happens once, the first decision wins, and the operation log holds before and after", async () => {
    const answers = await Promise.all(
      ["approved", "rejected"].map((to) => audit({ audit_status: to, reason: "seen" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = answers.find(({ status }) => status === 200)?.body as unknown as FavoriteItem;
    expect(done).toMatchObject({ audited_by: ada.username, audited_at: expect.any(String) });
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.detail).toBe(`somebody was faster: this favourite now is ${done.audit_status}`);
    const { items } = await listOperations(running.current.db, `favorite:${favorites[0]}`, { limit: 5 });
    expect(items).toMatchObject([
      {
        op_type: "Audit_favorite",
        user_name: ada.username,
        reason: "seen",
        subjects: [`favorite:${favorites[0]}`, `end_user:${eve}`],
        meta: { before: { audit_status: "none" }, after: { audit_status: done.audit_status } },
      },
    ]);
    expect(await list({ audit_status: done.audit_status })).toMatchObject({ total: 1 });
    expect((await audit({ audit_status: "none", expected_status: done.audit_status })).status).toBe(200);
  });

  it("changes nothing when nothing would change, and knows what is gone", async () => {
    const before = await listOperations(running.current.db, `favorite:${favorites[1]}`, { limit: 5 });
    expect((await audit({ id: favorites[1], audit_status: "none" })).status).toBe(200);
    expect(await listOperations(running.current.db, `favorite:${favorites[1]}`, { limit: 5 })).toEqual(before);
    const gone = "00000000-0000-4000-8000-000000000000";
    expect((await audit({ id: gone, audit_status: "approved" })).status).toBe(404);
  });
});

describe("making a benchmark row of a favourite", () => {
  const make = (caller: Caller, body: object) => caller.post(`${CONTENT}/favorites/benchmark_row`, body);

  it("appends its prompt to a benchmark of one's own, and records it in both histories", async () => {
    const benchmark = await aBenchmark(ada, { prompts: ["first"] });
    const { status, body } = await make(ada, { id: favorites[1], task_id: benchmark.id });
    expect([status, body]).toEqual([200, { task_id: benchmark.id, row: 1 }]);
    const rows = await benchmark.get("rows");
    expect(rows.body).toMatchObject({ total: 2, items: [{}, { inputs: { prompt: "a wave 7" } }] });
    const types = async (subject: string) =>
      (await listOperations(running.current.db, subject, { limit: 2 })).items.map(({ op_type }) => op_type);
    expect(await types(`task:${benchmark.id}`)).toEqual(["Use_favorite", "Add_rows"]);
    expect(await types(`favorite:${favorites[1]}`)).toEqual(["Use_favorite"]);
  });

  it("is refused without consent, without a prompt, for a maker who left, and for what is gone", async () => {
    const { db } = running.current;
    const benchmark = await aBenchmark(ada);
    const refusal = async (id: string | undefined) => wordsOf(await make(ada, { id, task_id: benchmark.id }));
    expect(await refusal(favorites[4])).toEqual([
      409,
      "conflict",
      "the creator of this favourite has not consented to showing it to judges",
    ]);
    const left = await anEndUser(db, { email: "left@example.com", status: "deleted" });
    const common = { userId: left, at: moment(9), taskId: project.taskIds[0] as string };
    expect((await refusal(await aFavorite(db, { ...common, seq: 1 })))[2]).toContain("no longer exists");
    const bare = await aFavorite(db, { userId: eve, seq: 90, at: moment(9) });
    expect((await refusal(bare))[2]).toContain("no prompt");
    expect((await refusal("00000000-0000-4000-8000-000000000000"))[0]).toBe(404);
    expect((await benchmark.get("rows")).body.total).toBe(2);
  });

  it("needs the right to use benchmarks, and to be a member of this one", async () => {
    const benchmark = await aBenchmark(ada);
    const operator = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    const other = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "USE_VERSION_1_0"] });
    const input = { id: favorites[1], task_id: benchmark.id };
    expect((await make(operator, input)).status).toBe(403);
    expect(wordsOf(await make(other, input))).toEqual([403, "not_allowed", expect.stringContaining("members")]);
    expect((await benchmark.get("rows")).body.total).toBe(2);
  });
});
