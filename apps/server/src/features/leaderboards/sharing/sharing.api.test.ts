import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation, aRater } from "../../../testing/builders/an-evaluation.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const app = runApp();
const anOwner = () => aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
const anExternal = () => aCaller(app.current, { role: "partner" });

const open = (caller: Caller, id: string) => caller.get(`/api_v1/shared_leaderboard/detail/${id}`);
const share = (caller: Caller, id: string, ...people: Caller[]) =>
  caller.post(`/api_v1/leaderboard/${id}/share`, { usernames: people.map(({ username }) => username) });

const aJudged = async (owner: Caller, raters: readonly Caller[]) => {
  const judged = await anEvaluation(app.current, owner, { raters });
  const [first] = raters;
  if (first) await aRater(first, judged.id).judge();
  return judged;
};

describe("a shared leaderboard", () => {
  it("opens for the people named, external ones too, until they are removed", async () => {
    const [owner, rater, guest, stranger] = [
      await anOwner(),
      await aCaller(app.current),
      await anExternal(),
      await anExternal(),
    ];
    const { id, ask } = await aJudged(owner, [rater]);
    expect((await share(owner, id, guest)).body).toMatchObject({
      items: [{ id: guest.id, username: guest.username, is_external: true }],
    });
    expect(await open(guest, id)).toMatchObject({ status: 403, body: { detail: expect.stringContaining("finished") } });
    await ask("close", { reason: "enough" });
    expect(await open(guest, id)).toMatchObject({ status: 200, body: { task_id: id, name: "Which is better" } });
    expect((await open(stranger, id)).status).toBe(404);
    expect((await guest.get(`/api_v1/leaderboard/${id}`)).status).toBe(403);
    expect((await guest.get(`/api_v1/task/benchmark/detail/${id}`)).status).toBe(403);
    expect((await guest.get("/api_v1/shared_leaderboard/list")).body).toMatchObject({
      items: [{ task_id: id, name: "Which is better", status: "Finished", shared_by: owner.username }],
    });
    expect((await guest.get("/api_v1/notification/list")).body).toMatchObject({
      items: [{ kind: "board_shared", task: { id }, by: owner.username }],
    });
    await owner.post(`/api_v1/leaderboard/${id}/unshare`, { user_id: guest.id });
    expect((await open(guest, id)).status).toBe(404);
    expect((await guest.get("/api_v1/shared_leaderboard/list")).body).toEqual({ items: [] });
    expect((await guest.get("/api_v1/notification/list")).body).toMatchObject({ items: [] });
    const { items } = await listOperations(app.current.db, `user:${guest.id}`, { limit: 10 });
    expect(items.map(({ op_type }) => op_type).sort()).toEqual(["Share_board", "Unshare_board"]);
  });

  it("stays closed to raters of an open judging", async () => {
    const [owner, rater] = [await anOwner(), await aCaller(app.current)];
    const { id } = await aJudged(owner, [rater]);
    await share(owner, id, rater);
    expect((await open(rater, id)).status).toBe(403);
  });

  it("is shared by the owner only, with people who exist, and twice changes nothing", async () => {
    const [owner, other, guest] = [await anOwner(), await anOwner(), await anExternal()];
    const { id } = await anEvaluation(app.current, owner);
    expect((await share(other, id, guest)).status).toBe(403);
    expect((await other.get(`/api_v1/leaderboard/${id}/shares`)).status).toBe(403);
    expect((await other.post(`/api_v1/leaderboard/${id}/unshare`, { user_id: guest.id })).status).toBe(403);
    const unknown = await owner.post(`/api_v1/leaderboard/${id}/share`, { usernames: ["nobody-at-all"] });
    expect(unknown).toMatchObject({ status: 422, body: { detail: "there is no user called nobody-at-all" } });
    await share(owner, id, guest);
    await share(owner, id, guest, owner);
    expect((await owner.get(`/api_v1/leaderboard/${id}/shares`)).body).toMatchObject({ items: [{ id: guest.id }] });
    const { items } = await listOperations(app.current.db, `user:${guest.id}`, { limit: 10 });
    expect(items).toHaveLength(1);
  });
});
