import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const API = "/api_v1/asset";
let manager: Caller;

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["STATIC_RESOURCE_MANAGE"] });
});

const ensure = async (path: string[], parentId: string | null = null): Promise<string> => {
  const answer = await manager.post(`${API}/ensure_folder`, { parent_id: parentId, path });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.id);
};
const update = (id: string, change: object) => manager.post(`${API}/update_folder`, { id, ...change });
const children = async (parentId?: string) =>
  (await manager.get(`${API}/folders${parentId ? `?parent_id=${parentId}` : ""}`)).body.items as {
    id: string;
    name: string;
    has_children: boolean;
  }[];

describe("folders", () => {
  it("are made along a path, once, however many ask at once", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => ensure(["rushes", "2026", "day 1"])));
    expect(new Set(made).size).toBe(1);
    expect(await ensure(["rushes", "2026", "day 1"])).toBe(made[0]);
    const [top] = await children();
    expect(top).toMatchObject({ name: "rushes", has_children: true });
    const [year] = await children(top?.id);
    expect(await children(year?.id)).toMatchObject([{ name: "day 1", has_children: false }]);
    expect((await manager.get(`${API}/folders?parent_id=${newId()}`)).status).toBe(404);
    expect((await manager.post(`${API}/ensure_folder`, { parent_id: newId(), path: ["x"] })).status).toBe(404);
    expect((await manager.post(`${API}/ensure_folder`, { parent_id: null, path: [".."] })).status).toBe(422);
  });

  it("are renamed and moved, but never over another or into themselves", async () => {
    const a = await ensure(["a"]);
    const b = await ensure(["a", "b"]);
    const c = await ensure(["a", "b", "c"]);
    expect((await update(a, { parent_id: c })).body.detail).toBe("a folder cannot be moved into itself");
    expect((await update(a, { parent_id: a })).status).toBe(409);
    expect((await update(c, { parent_id: a, name: "d" })).body).toMatchObject({ parent_id: a, name: "d" });
    expect((await update(c, { name: "b" })).status).toBe(409);
    expect((await update(c, { parent_id: null, name: "a" })).status).toBe(409);
    expect((await update(b, { parent_id: newId() })).status).toBe(404);
    expect((await update(newId(), { name: "x" })).status).toBe(404);
  });

  it("never close a circle, also when two moves that are fine alone come together", async () => {
    for (let round = 0; round < 10; round++) {
      const left = await ensure([`left ${round}`]);
      const right = await ensure([`right ${round}`]);
      const answers = await Promise.all([update(left, { parent_id: right }), update(right, { parent_id: left })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it("are refused beyond a maximum depth", async () => {
    const deep = await ensure(Array.from({ length: 32 }, (_, n) => `d${n}`));
    const deeper = await ensure(
      Array.from({ length: 32 }, (_, n) => `e${n}`),
      deep,
    );
    expect((await manager.post(`${API}/ensure_folder`, { parent_id: deeper, path: ["one more"] })).status).toBe(409);
    const chain = await ensure(["x", "y"]);
    const [top] = (await children()).filter(({ name }) => name === "x");
    expect((await update(top?.id ?? "", { parent_id: deeper })).status).toBe(409);
    expect(chain).toBeTruthy();
  });

  it("are removed only when empty; what was deleted in them does not count", async () => {
    const parent = await ensure(["full", "inner"]);
    const [full] = (await children()).filter(({ name }) => name === "full");
    expect((await manager.post(`${API}/delete_folder`, { id: full?.id })).status).toBe(409);
    const info = await manager.get(`${API}/generate_upload_info?name=a&mime=video/mp4&size=3&folder_id=${parent}`);
    expect((await manager.post(`${API}/delete_folder`, { id: parent })).status).toBe(409);
    const detail = await manager.get(`${API}/detail?id=${info.body.asset_id}`);
    expect(detail.body.folder_path).toEqual(["full", "inner"]);
    expect((await manager.get(`${API}/list?folder=${parent}`)).body.total).toBe(1);
    await manager.post(`${API}/delete`, { ids: [info.body.asset_id] });
    expect((await manager.post(`${API}/delete_folder`, { id: parent })).body).toEqual({ ok: true });
    expect((await manager.post(`${API}/delete_folder`, { id: parent })).status).toBe(404);
    expect((await manager.post(`${API}/delete_folder`, { id: full?.id })).status).toBe(200);
  });
});
