import { randomUUID } from "node:crypto";
import type { PersonItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
let ada: Caller;
let guest: Caller;
let bo: Caller;
let stranger: Caller;

beforeAll(async () => {
  const permissions = ["USE_VERSION_1_0"] as const;
  ada = await aCaller(running.current, { permissions });
  bo = await aCaller(running.current);
  guest = await aCaller(running.current, { role: "guest", permissions });
  stranger = await aCaller(running.current, { role: "guest", permissions });
});

const search = async (caller: Caller, words: string): Promise<PersonItem[]> => {
  const { status, body } = await caller.get(`/api_v1/task/people?q=${encodeURIComponent(words)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as PersonItem[];
};
const names = async (caller: Caller, words: string): Promise<string[]> =>
  (await search(caller, words)).map(({ username }) => username);

describe("the search for people", () => {
  it("finds enabled users by name for internal callers, and shows no address, role or permission", async () => {
    const [found] = await search(ada, bo.username.toUpperCase());
    expect(found).toEqual({ id: bo.id, username: bo.username, realname: expect.any(String), is_external: false });
    expect(await names(ada, guest.username)).toEqual([guest.username]);
    expect(await names(ada, "%")).toEqual([]);
    await running.current.db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", bo.id).execute();
    expect(await names(ada, bo.username)).toEqual([]);
    await running.current.db.updateTable("console_user").set({ is_enabled: true }).where("id", "=", bo.id).execute();
  });

  it("answers internal callers without a permission, who ask people to label", async () => {
    expect(await names(bo, ada.username)).toEqual([ada.username]);
  });

  it("does not find users by their e-mail address", async () => {
    expect(await names(ada, "@")).toEqual([]);
  });

  it("finds for external callers only people they share a task with", async () => {
    for (const person of [ada, bo, stranger]) expect(await names(guest, person.username)).toEqual([]);
    const made = await ada.post("/api_v1/task/create", {
      kind: "Benchmark",
      name: "Shared",
      request_key: randomUUID(),
    });
    const { db } = running.current;
    const member = (userId: string) => ({ task_id: String(made.body.id), user_id: userId });
    await db
      .insertInto("task_member")
      .values([member(guest.id), member(bo.id)])
      .execute();
    expect(await names(guest, ada.username)).toEqual([ada.username]);
    expect(await names(guest, bo.username)).toEqual([bo.username]);
    expect(await names(guest, stranger.username)).toEqual([]);
    expect(await names(stranger, guest.username)).toEqual([]);
    const all = await search(guest, "");
    expect(all.map(({ id }) => id).sort()).toEqual([ada.id, bo.id, guest.id].sort());
  });

  it("is refused to external users who may not use tasks", async () => {
    const outsider = await aCaller(running.current, { role: "guest" });
    expect((await outsider.get("/api_v1/task/people?q=a")).status).toBe(403);
  });
});
