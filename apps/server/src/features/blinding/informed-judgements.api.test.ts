import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { anEvaluation, aRater } from "../../testing/builders/an-evaluation.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const app = runApp();
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const internal = () => aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });

/** One judgement each by a blind rater, the owner, a member and somebody who saw the grid before. */
const judgedByAll = async () => {
  const [blind, member, viewer] = [await internal(), await internal(), await internal()];
  const raters = [blind, owner, member, viewer];
  const { id, ask, detail } = await anEvaluation(app.current, owner, {
    prompts: 3,
    raters: [],
    plan: { judges_per_item: 4 },
  });
  await app.current.db.insertInto("task_member").values({ task_id: id, user_id: member.id }).execute();
  expect((await viewer.get(`/api_v1/task/benchmark/detail/${id}`)).status).toBe(200);
  await ask("raters", { usernames: raters.map(({ username }) => username) });
  for (const rater of raters) expect(await aRater(rater, id).judge()).toBeTypeOf("string");
  const away = await ask("raters", { usernames: [blind.username, member.username, viewer.username] });
  expect(away.status).toBe(200);
  return { id, ask, detail, blind, member, viewer };
};

describe("raters", () => {
  it("are none by default: owner and members are not asked to judge", async () => {
    const { detail, id } = await anEvaluation(app.current, owner);
    expect((await detail()).raters).toEqual([]);
    const { body } = await owner.get("/api_v1/evaluating/tasks");
    expect(JSON.stringify(body)).not.toContain(id);
  });

  it("are listed with why they could know the models, before they judge", async () => {
    const { detail, member, viewer, blind } = await judgedByAll();
    const told = new Map((await detail()).raters.map(({ username, informed }) => [username, informed]));
    expect(told).toEqual(
      new Map([
        [blind.username, null],
        [member.username, "member"],
        [viewer.username, "viewer"],
      ]),
    );
  });
});

describe("judgements by people who could know the models", () => {
  it("are marked and left out of the leaderboard, which says how many and why", async () => {
    const { id } = await judgedByAll();
    const { body: list } = await owner.get(`/api_v1/evaluating/judgements/${id}`);
    const marks = (list.items as { informed: string | null }[]).map(({ informed }) => informed);
    expect(marks.toSorted()).toEqual(["member", "owner", "viewer", null].toSorted());
    const { body: board } = await owner.get(`/api_v1/leaderboard/${id}`);
    expect(board).toMatchObject({
      informed: { owner: 1, member: 1, viewer: 1, is_counted: false },
      raters: 1,
      method: { votes: 1 },
    });
    const warnings = board.warnings as { kind: string; message: string }[];
    expect(warnings.find(({ kind }) => kind === "informed_judgements")?.message).toBe(
      "3 judgements by raters who could know the models, not counted: 1 by the owner, 1 by members of the task, " +
        "1 by people who had seen its grid or results",
    );
  });

  it("count when the owner says so, with a reason in the history, and not when anybody else does", async () => {
    const { id, ask, member } = await judgedByAll();
    const decision = { counts_informed: true, reason: "a pilot" };
    expect((await member.post(`/api_v1/evaluating/count_informed/${id}`, decision)).status).toBe(403);
    expect((await ask("count_informed", decision)).body).toMatchObject({ counts_informed: true });
    const { body: board } = await owner.get(`/api_v1/leaderboard/${id}`);
    expect(board).toMatchObject({ informed: { is_counted: true }, raters: 4, method: { votes: 4 } });
    const told = await app.current.db
      .selectFrom("operation")
      .select(["reason", "meta"])
      .where("op_type", "=", "Count_informed_judgements")
      .executeTakeFirstOrThrow();
    expect(told).toMatchObject({ reason: "a pilot", meta: { before: false, after: true } });
    await ask("count_informed", { counts_informed: false, reason: "no longer" });
    expect((await owner.get(`/api_v1/leaderboard/${id}`)).body).toMatchObject({ method: { votes: 1 } });
  });

  it("are not those of a rater who first saw the task after judging had ended, until they judge again", async () => {
    const rater = await internal();
    const { id, ask } = await anEvaluation(app.current, owner, { prompts: 2, raters: [rater] });
    await aRater(rater, id).judge();
    await ask("close", { reason: "enough" });
    expect((await rater.get(`/api_v1/leaderboard/${id}`)).status).toBe(200);
    await ask("reopen", { reason: "one more" });
    await aRater(rater, id).judge();
    const { body } = await owner.get(`/api_v1/evaluating/judgements/${id}`);
    expect((body.items as { informed: string | null }[]).map(({ informed }) => informed)).toEqual(["viewer", null]);
  });
});
