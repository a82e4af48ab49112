import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark } from "../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
const UUID = "019a0000-0000-7000-8000-000000000009";
let owner: Caller;
let partner: Caller;
let mine: OpenBenchmark;
let others: OpenBenchmark;

beforeAll(async () => {
  owner = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  partner = await aCaller(running.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
  mine = await aBenchmark(owner);
  others = await aBenchmark(owner);
  const { revision } = await mine.detail();
  const shared = { expect_revision: revision, members: [partner.username] };
  expect((await owner.post(`/api_v1/task/update/${mine.id}`, shared)).status).toBe(200);
});

/** Every call about one task, by somebody who asks for the first time. */
const callsAbout = (id: string): Record<string, () => Promise<Answer>> => ({
  detail: () => partner.get(`/api_v1/task/detail/${id}`),
  grid: () => partner.get(`/api_v1/task/benchmark/detail/${id}`),
  rows: () => partner.get(`/api_v1/task/benchmark/rows/${id}`),
  cells: () => partner.get(`/api_v1/task/benchmark/cells/${id}?row_from=0&row_to=9`),
  judging: () => partner.get(`/api_v1/evaluating/detail/${id}`),
});
const changesOf = (id: string): Record<string, () => Promise<Answer>> => ({
  renaming: () => partner.post(`/api_v1/task/update/${id}`, { expect_revision: 1, name: "Mine" }),
  copying: () => partner.post(`/api_v1/task/duplicate/${id}`, { name: "Copy", request_key: UUID }),
  archiving: () => partner.post("/api_v1/task/archive", { ids: [id], is_archived: true }),
  deleting: () => partner.post(`/api_v1/task/delete/${id}`, undefined),
  generating: () => partner.post(`/api_v1/task/benchmark/generate_data/${id}`, {}),
  board: () => partner.get(`/api_v1/leaderboard/${id}`),
  judgements: () => partner.get(`/api_v1/evaluating/judgements/${id}`),
});

const statusesOf = async (calls: Record<string, () => Promise<Answer>>): Promise<Record<string, number>> => {
  const answers: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) answers[name] = (await call()).status;
  return answers;
};
const all = (calls: object, status: number) => Object.fromEntries(Object.keys(calls).map((name) => [name, status]));

describe("an external holder of USE_VERSION_1_0", () => {
  it("sees and counts only tasks that they own or are a member of", async () => {
    const list = await partner.get("/api_v1/task/list");
    expect([list.body.total, (list.body.items as { id: string }[]).map(({ id }) => id)]).toEqual([1, [mine.id]]);
    expect((await owner.get("/api_v1/task/list")).body.total).toBe(2);
    expect((await partner.get("/api_v1/task/list?is_mine=false")).body.total).toBe(0);
  });

  it("reads a task of which they are a member, and does not learn of another", async () => {
    expect(await statusesOf(callsAbout(mine.id))).toEqual(all(callsAbout(mine.id), 200));
    expect(await statusesOf(callsAbout(others.id))).toEqual(all(callsAbout(others.id), 404));
    const { body } = await partner.get(`/api_v1/task/detail/${others.id}`);
    expect(body.detail).toBe((await partner.get(`/api_v1/task/detail/${UUID}`)).body.detail);
  });

  it("gets no other answer for acts on such a task than for one that does not exist", async () => {
    expect(await statusesOf(changesOf(others.id))).toEqual(all(changesOf(others.id), 404));
    expect((await owner.get(`/api_v1/task/detail/${others.id}`)).body.name).toBe("Which is better");
  });

  it("cannot export or evaluate what they may not know of", async () => {
    const columns = { rows: "cells", format: "csv", task_ids: [others.id] };
    expect((await partner.post("/api_v1/export/preview", columns)).status).not.toBe(200);
    const source = { task_id: others.id, column_ids: [] };
    const made = { kind: "Evaluation", name: "Compare", request_key: UUID, sources: [source] };
    expect((await partner.post("/api_v1/task/create", made)).status).toBe(404);
  });
});
