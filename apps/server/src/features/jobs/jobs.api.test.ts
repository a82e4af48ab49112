import type { JobCounts, JobDetail, JobItem } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { claimOutboxEntries } from "../../platform/db/outbox.store.ts";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { anExportJob } from "../../testing/builders/jobs/an-export-job.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const JOB = "/api_v1/admin/job";
const app = runApp();
let admin: Caller;
beforeAll(async () => {
  admin = await aCaller(app.current, { permissions: ["ADMIN_MANAGE_R"] });
});

const anOwner = () => aCaller(app.current);

interface SearchReply {
  items: JobItem[];
  next_cursor: string | null;
}
const search = async (body: object): Promise<SearchReply> => {
  const answer = await admin.post(`${JOB}/search`, body);
  expect(answer.body).toMatchObject({ items: expect.any(Array) });
  return answer.body as unknown as SearchReply;
};
const countsOf = async (body: object): Promise<Record<string, number>> => {
  const { statuses } = (await admin.post(`${JOB}/count`, body)).body as unknown as JobCounts;
  return Object.fromEntries(statuses.map(({ status, jobs }) => [status, jobs]));
};
const detailOf = async (id: string): Promise<JobDetail> =>
  (await admin.get(`${JOB}/detail/${id}`)).body as unknown as JobDetail;

describe("the search over jobs", () => {
  it("finds them by owner, kind, status, text, time and id, with what the row says", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    const failed = await anExportJob(db, { ownerId: owner.id, error: "the table Zebra7 is gone" });
    const old = new Date("2026-01-02T03:04:05Z");
    const finished = await anExportJob(db, { ownerId: owner.id, status: "Finished", at: old });
    const by = { owner: owner.username };
    const idsOf = async (body: object) => (await search(body)).items.map(({ id }) => id);
    expect(await idsOf(by)).toEqual([failed, finished]);
    expect(await idsOf({ ...by, statuses: ["Failed"] })).toEqual([failed]);
    expect(await idsOf({ ...by, kinds: ["export"], statuses: ["Finished", "Cancelled"] })).toEqual([finished]);
    expect(await idsOf({ ...by, kinds: ["package"] })).toEqual([]);
    expect(await idsOf({ text: "zebra7" })).toEqual([failed]);
    expect(await idsOf({ id: failed })).toEqual([failed]);
    expect(await idsOf({ ...by, end_time: "2026-01-03T00:00:00Z" })).toEqual([finished]);
    expect(await idsOf({ ...by, start_time: "2026-01-03 00:00:00" })).toEqual([failed]);
    expect(await idsOf({ owner: "nobody-here" })).toEqual([]);
    const [item] = (await search({ id: failed })).items;
    expect(item).toMatchObject({
      kind: "export",
      status: "Failed",
      owner: owner.username,
      title: " · cells · csv",
      attempts: 1,
      last_error: "the table Zebra7 is gone",
      acts: ["retry"],
    });
    expect(await idsOf({ id: item?.subject_id })).toEqual([failed]);
  });

  it("pages without gaps and repetitions, also when jobs were made at the same time", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    const at = new Date("2026-02-01T00:00:00Z");
    const made = await Promise.all(
      Array.from({ length: 23 }, (_, n) =>
        anExportJob(db, { ownerId: owner.id, status: n % 2 ? "Finished" : "Failed", at: n < 12 ? at : new Date() }),
      ),
    );
    for (const filter of [{ owner: owner.username }, { owner: owner.username, text: "cells" }]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await search({ ...filter, limit: 5, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toHaveLength(23);
      expect(new Set(seen)).toEqual(new Set(made));
    }
    const invalid = ["nonsense", `2026-02-31T00:00:00.000Z~${newId()}`, `2026-02-01T00:00:00.000Z~${"-".repeat(36)}`];
    for (const cursor of invalid) expect((await admin.post(`${JOB}/search`, { cursor })).status).toBe(422);
    expect((await admin.post(`${JOB}/search`, { text: "--%" })).status).toBe(422);
  });

  it("counts by status exactly, also after many changes at once", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    const before = await countsOf({ kinds: ["export"] });
    const ids = await Promise.all(
      Array.from({ length: 24 }, () => anExportJob(db, { ownerId: owner.id, status: "Running" })),
    );
    await Promise.all(
      ids
        .slice(0, 10)
        .map((id) => sql`update export_job set status = 'Finished', finished_at = now() where id = ${id}`.execute(db)),
    );
    await sql`delete from export_job where id = ${ids[23]}`.execute(db);
    const counts = await countsOf({ kinds: ["export"] });
    expect((counts.Running ?? 0) - (before.Running ?? 0)).toBe(13);
    expect((counts.Finished ?? 0) - (before.Finished ?? 0)).toBe(10);
    expect(await countsOf({ owner: owner.username, statuses: ["Failed"] })).toEqual({
      Waiting: 0,
      Running: 13,
      Finished: 10,
      Failed: 0,
      Cancelled: 0,
    });
  });
});

describe("a job in detail", () => {
  it("has its timeline, its masked payload and the state of its start", async () => {
    const { db } = app.current;
    const { id: ownerId } = await anOwner();
    const target = {
      kind: "lark",
      link: "https://x.example/base/b?sig=abc",
      app_token: "canary",
      nested: { password: "canary" },
    };
    const id = await anExportJob(db, { ownerId, status: "Waiting", target });
    await sql`update export_job set status = 'Running' where id = ${id}`.execute(db);
    await sql`update export_job set status = 'Failed', finished_at = now(), error_message = 'no https://u:canary@h/' where id = ${id}`.execute(
      db,
    );
    await sql`insert into outbox (id, workflow_type, workflow_id, input, request_id, attempts, last_error)
      values (${newId()}, 'runExport', ${`export/${id}/1`}, '{}', 'r', 3, 'no connection')`.execute(db);
    const { job, timeline, payload, execution } = await detailOf(id);
    expect(job).toMatchObject({ status: "Failed", started_at: expect.any(String), finished_at: expect.any(String) });
    expect(timeline.map(({ status }) => status)).toEqual(["Waiting", "Running", "Failed"]);
    expect(payload).toMatchObject({ rows: "cells", target: { kind: "lark", link: "https://x.example/base/b?••••••" } });
    expect(JSON.stringify({ job, timeline, payload })).not.toContain("canary");
    expect(execution).toMatchObject({ workflow_id: `export/${id}/1`, start_attempts: 3, start_error: "no connection" });
    expect((await admin.get(`${JOB}/detail/${newId()}`)).status).toBe(404);
  });
});

describe("acts on jobs by a filter", () => {
  it("retry the failed ones of others, batch by batch, each with the rules and the history of its feature", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    const filter = { owner: owner.username };
    const at = new Date(app.current.clock.now().getTime() - 1_000);
    const failed = await Promise.all(
      Array.from({ length: 50 }, () => anExportJob(db, { ownerId: owner.id, error: "x", at })),
    );
    await anExportJob(db, { ownerId: owner.id, status: "Finished" });
    const count = (await admin.post(`${JOB}/count_acts`, { filter })).body;
    expect(count).toMatchObject({ retry: 50, cancel: 0, is_exact: true });
    expect(count.without_retry).toContain("label_export");
    let [done, requests] = [0, 0];
    let cursor: unknown;
    do {
      const body = { filter, counted_at: count.counted_at, ...(typeof cursor === "string" && { cursor }) };
      const reply = (await admin.post(`${JOB}/retry`, body)).body;
      expect(reply.refused).toEqual([]);
      done += Number(reply.done);
      requests += 1;
      cursor = reply.next_cursor;
    } while (cursor !== null);
    expect([done, requests]).toEqual([50, 3]);
    expect(await countsOf(filter)).toMatchObject({ Waiting: 50, Failed: 0, Finished: 1 });
    const { items } = await listOperations(db, `export:${failed[0]}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Resume_export", user_name: admin.username }]);
  });

  it("cancel the unfinished ones, and say what was refused", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    const filter = { owner: owner.username };
    const id = await anExportJob(db, { ownerId: owner.id, status: "Running" });
    const counted_at = new Date(Date.now() + 60_000).toISOString();
    expect((await admin.post(`${JOB}/cancel`, { filter, ids: [id], counted_at })).body).toMatchObject({ done: 1 });
    expect((await detailOf(id)).job.status).toBe("Cancelled");
    const gone = newId();
    await sql`insert into background_job (id, kind, key, title, status, attempts, created_at, finished_at, changed_at)
      values (${gone}, 'package', ${gone}, 'gone', 'Failed', 1, now(), now(), now())`.execute(db);
    const refused = await admin.post(`${JOB}/retry`, { ids: [gone], counted_at });
    expect(refused.body).toMatchObject({ done: 0, refused: [{ reason: "there is no such package", jobs: 1 }] });
    const again = await admin.post(`${JOB}/cancel`, { ids: [id], counted_at });
    expect(again.body).toEqual({ done: 0, refused: [], next_cursor: null });
  });

  it("leave jobs alone that were created after the count", async () => {
    const { db } = app.current;
    const owner = await anOwner();
    await anExportJob(db, { ownerId: owner.id, error: "x" });
    const counted_at = "2026-01-01T00:00:00Z";
    const reply = await admin.post(`${JOB}/retry`, { filter: { owner: owner.username }, counted_at });
    expect(reply.body).toEqual({ done: 0, refused: [], next_cursor: null });
  });

  it("give nobody more than before on the screens of the features", async () => {
    const { db } = app.current;
    const { id: ownerId } = await anOwner();
    const id = await anExportJob(db, { ownerId, error: "x" });
    const other = await aCaller(app.current, { permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
    expect((await other.post(`/api_v1/export/resume/${id}`, {})).status).toBe(404);
    const stranger = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
    expect((await stranger.post(`${JOB}/retry`, { ids: [id], counted_at: "2036-01-01T00:00:00Z" })).status).toBe(403);
  });
});

describe("a paused queue", () => {
  it("starts nothing until it is resumed, with an entry in the history for both", async () => {
    const { db } = app.current;
    const pause = (is_paused: boolean) =>
      admin.post(`${JOB}/pause`, { queue: "column_means", is_paused, reason: "the disk is full" });
    expect((await pause(false)).status).toBe(409);
    const paused = (await pause(true)).body as unknown as { items: { queue: string; paused: unknown }[] };
    expect(paused.items.find(({ queue }) => queue === "column_means")?.paused).toMatchObject({ by: admin.username });
    expect((await pause(true)).status).toBe(409);
    const id = newId();
    await sql`insert into outbox (id, workflow_type, workflow_id, input, request_id)
      values (${id}, 'measureColumn', ${`sdv-column/${id}`}, '{}', 'r')`.execute(db);
    const claimed = async (): Promise<boolean> =>
      (await claimOutboxEntries(db, 1_000, 0)).some((entry) => entry.id === id);
    expect(await claimed()).toBe(false);
    const { items } = (await admin.get(`${JOB}/queues`)).body as unknown as {
      items: { queue: string; waiting: number }[];
    };
    expect(items.find(({ queue }) => queue === "column_means")?.waiting).toBe(1);
    expect((await pause(false)).status).toBe(200);
    expect(await claimed()).toBe(true);
    const { items: history } = await listOperations(db, "job_queue:column_means", { limit: 5 });
    expect(history.map(({ op_type }) => op_type)).toEqual(["Resume_job_queue", "Pause_job_queue"]);
  });
});

describe("stuck jobs", () => {
  it("are old jobs whose workflow was never started or has ended", async () => {
    const { db } = app.current;
    const { id: ownerId } = await anOwner();
    const id = await anExportJob(db, { ownerId, status: "Running", at: new Date("2026-01-01T00:00:00Z") });
    const young = await anExportJob(db, { ownerId, status: "Running", at: app.current.clock.now() });
    const reply = (await admin.post(`${JOB}/stuck`, undefined)).body as unknown as {
      items: { job: JobItem; reason: string }[];
      is_complete: boolean;
    };
    expect(reply.is_complete).toBe(true);
    expect(reply.items.find(({ job }) => job.id === id)?.reason).toBe("not_started");
    expect(reply.items.some(({ job }) => job.id === young)).toBe(false);
  });
});
