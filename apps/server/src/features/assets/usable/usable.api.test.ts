import { randomUUID } from "node:crypto";
import type { UsableAsset } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { settleAsset, type Verdict } from "../../../testing/rigs/settled-asset.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const API = "/api_v1/asset";
let ada: Caller;
let bo: Caller;
let guest: Caller;
let manager: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  bo = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  guest = await aCaller(running.current, { role: "guest", permissions: ["USE_VERSION_1_0"] });
  manager = await aCaller(running.current, { permissions: ["STATIC_RESOURCE_MANAGE", "USE_VERSION_1_0"] });
});

interface FileOptions extends Verdict {
  readonly folderId?: string;
  readonly isOpen?: boolean;
}

/** A checked asset of a user, without an object in storage. */
const aFile = async (owner: Caller, name: string, options: FileOptions = {}): Promise<string> => {
  const { folderId, isOpen = false, kind = "image", ...verdict } = options;
  const folder = folderId === undefined ? "" : `&folder_id=${folderId}`;
  const query = `name=${encodeURIComponent(name)}&mime=image/png&size=64${folder}`;
  const { body } = await owner.get(`${API}/generate_upload_info?${query}`);
  const id = String(body.asset_id);
  await settleAsset(running.current.db, id, 1, { kind, ...verdict });
  if (isOpen) await manager.post(`${API}/update`, { ids: [id], visibility: "internal" });
  return id;
};
const list = async (caller: Caller, query = ""): Promise<UsableAsset[]> => {
  const { status, body } = await caller.get(`${API}/usable?kind=image&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as UsableAsset[];
};
const names = async (caller: Caller, query = ""): Promise<string[]> =>
  (await list(caller, query)).map(({ name }) => name);

/** A benchmark with a row that takes an asset, and with members. */
const aTaskWith = async (author: Caller, assetId: string, members: readonly Caller[]): Promise<string> => {
  const made = await author.post("/api_v1/task/create", { kind: "Benchmark", name: "i2v", request_key: randomUUID() });
  const taskId = String(made.body.id);
  const rows = [{ inputs: { prompt: "it moves", image: assetId }, category: "" }];
  const { status, body } = await author.post(`/api_v1/task/benchmark/add_rows/${taskId}`, { expect_revision: 1, rows });
  expect(status, JSON.stringify(body)).toBe(200);
  const { db } = running.current;
  for (const { id } of members) await db.insertInto("task_member").values({ task_id: taskId, user_id: id }).execute();
  return taskId;
};

describe("the assets that a user may choose", () => {
  it("are one's own checked files of the kind, the newest first, and say nothing about storage", async () => {
    const person = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    await aFile(person, "older.png");
    const newer = await aFile(person, "newer.png");
    await aFile(person, "clip.mp4", { kind: "video" });
    await aFile(person, "broken.png", { status: "Rejected" });
    const [first, second, ...others] = await list(person, "scope=mine");
    expect([first?.name, second?.name, others.length]).toEqual(["newer.png", "older.png", 0]);
    expect(first).toMatchObject({ id: newer, is_mine: true, owner: person.username });
    expect(Object.keys(first ?? {})).not.toEqual(expect.arrayContaining(["storage"]));
    expect(JSON.stringify(first)).not.toContain("sha256");
  });

  it("are never another user's private files, not even for a manager of the library", async () => {
    const id = await aFile(ada, "private-of-ada.png");
    for (const other of [bo, guest, manager]) expect(await names(other, "q=private-of-ada")).toEqual([]);
    for (const other of [bo, guest]) {
      expect(await names(other, `q=${id}`)).toEqual([]);
      expect((await other.get(`${API}/usable_detail?id=${id}`)).status).toBe(404);
    }
    expect(await names(manager, `q=${id}`)).toEqual(["private-of-ada.png"]);
  });

  it("include files open to internal users, which external users do not see", async () => {
    const id = await aFile(ada, "open.png", { isOpen: true });
    expect(await names(bo, "q=open&scope=shared")).toEqual(["open.png"]);
    expect(await names(bo, "q=open&scope=mine")).toEqual([]);
    expect(await names(ada, "q=open&scope=shared")).toEqual([]);
    expect((await list(bo, "q=open"))[0]).toMatchObject({ id, is_mine: false, owner: ada.username });
    expect(await names(guest, "q=open")).toEqual([]);
    expect((await guest.get(`${API}/usable_detail?id=${id}`)).status).toBe(404);
  });

  it("include the inputs of a task for its members, until the task is deleted", async () => {
    const id = await aFile(ada, "first-frame.png");
    const taskId = await aTaskWith(ada, id, [guest]);
    expect(await names(guest, "q=first-frame")).toEqual(["first-frame.png"]);
    expect(await names(bo, "q=first-frame")).toEqual([]);
    expect((await guest.get(`${API}/usable_detail?id=${id}`)).body).toMatchObject({ name: "first-frame.png" });
    await running.current.db
      .updateTable("console_task")
      .set({ deleted_at: new Date() })
      .where("id", "=", taskId)
      .execute();
    expect(await names(guest, "q=first-frame")).toEqual([]);
  });

  it("are not shared by naming their id in a row of one's own task", async () => {
    const id = await aFile(ada, "guessed-id.png");
    await aTaskWith(guest, id, []);
    expect(await names(guest, "q=guessed-id")).toEqual([]);
    expect((await guest.get(`${API}/usable_detail?id=${id}`)).status).toBe(404);
  });

  it("are found by part of the name with wildcards escaped, and by their id", async () => {
    const id = await aFile(ada, "Kite_100%.png");
    expect(await names(ada, "q=kite_")).toEqual(["Kite_100%.png"]);
    expect(await names(ada, "q=k_te")).toEqual([]);
    expect(await names(ada, `q=${id}`)).toEqual(["Kite_100%.png"]);
    expect((await ada.get(`${API}/usable?kind=video&q=${id}`)).body.items).toEqual([]);
    expect((await ada.get(`${API}/usable_detail?id=${id}`)).body).toMatchObject({ id, status: "Ready" });
  });

  it("come in pages that neither repeat nor skip a file", async () => {
    const person = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    for (const number of [1, 2, 3, 4, 5]) await aFile(person, `page-${number}.png`);
    const seen: string[] = [];
    let cursor = "";
    for (let pages = 0; pages < 3; pages += 1) {
      const { body } = await person.get(`${API}/usable?kind=image&scope=mine&limit=2${cursor}`);
      seen.push(...(body.items as UsableAsset[]).map(({ name }) => name));
      cursor = body.next_cursor === null ? "end" : `&cursor=${String(body.next_cursor)}`;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((number) => `page-${number}.png`));
    expect(cursor).toBe("end");
  });
});

describe("the folders to choose from", () => {
  it("are those of usable files, with their path, and no other names", async () => {
    const ensure = async (path: string[]): Promise<string> =>
      String((await manager.post(`${API}/ensure_folder`, { parent_id: null, path })).body.id);
    const shown = await ensure(["shoot", "day 1"]);
    const secret = await ensure(["secret project"]);
    await aFile(ada, "in-folder.png", { folderId: shown });
    await aFile(bo, "in-secret.png", { folderId: secret });
    const { body } = await ada.get(`${API}/usable_folders?kind=image`);
    expect(body.items).toEqual([{ id: shown, path: ["shoot", "day 1"] }]);
    expect((await ada.get(`${API}/usable_folders?kind=video`)).body.items).toEqual([]);
    expect(await names(ada, `folder=${shown}`)).toEqual(["in-folder.png"]);
    expect(await names(ada, `folder=${secret}`)).toEqual([]);
  });
});
