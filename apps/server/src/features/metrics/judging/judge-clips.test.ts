import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { judgeMetricKey } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { createOutgoing, type Outgoing } from "../../../platform/http-client/outgoing.ts";
import { newId } from "../../../platform/ids.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { waitingClips } from "../../../testing/rigs/waiting-clips.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { createPerformerSecretBox } from "../../performers/index.ts";
import { readClipMetrics } from "../measuring/clip-metric.store.ts";
import type { PrepareDeps } from "../preparing/prepare-deps.ts";
import { judgeClips } from "./judge-clips.ts";

interface Asked {
  readonly key: string | undefined;
  readonly body: { readonly video: string; readonly question: string };
}

const database = testDatabase();
const config = testConfig();
const storage = createObjectStorage(config.s3);
const asked: Asked[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };
let server: Server;
let outgoing: Outgoing;
let url: string;

const PROBE = { duration: 1, width: 8, height: 8, fps: 12, frames: 12, codec: "h264", audio: null, vfr: false };
const CONFIG = {
  submit_path: "/scores",
  poll_path: "/scores/{id}",
  score_at: "/result/score",
  succeeded: ["completed"],
};
const INPUTS = [
  { key: "question", label: "Prompt", role: "prompt", spec: { type: "text" } },
  { key: "video", label: "Clip", role: "video", spec: { type: "text" } },
];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === "POST") {
        asked.push({ key: request.headers["idempotency-key"] as string | undefined, body: JSON.parse(body) });
      }
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "one", ...answer.body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ trustedOrigins: [url] });
});
afterAll(async () => {
  outgoing.close();
  server.close();
  await storage.close();
});
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: { status: "completed", result: { score: 73.5 } } };
});

const aJudge = async (endpoint = url, kind = "judge"): Promise<string> => {
  const id = newId();
  await sql`insert into performer (id, name, kind, adapter, endpoint, model, version, adapter_config, input_schema,
      capabilities, concurrency, timeout_s, is_enabled, shared_with_internal, created_at, updated_at, created_by)
    values (${id}, ${id}, ${kind}, 'http', ${endpoint}, 'm', 'v7', ${JSON.stringify(CONFIG)}::jsonb,
      ${JSON.stringify(INPUTS)}::jsonb, '{}', 1, 30, true, true, now(), now(), 'test')`.execute(database.current.db);
  await sql`insert into performer_slot (performer_id, slot) values (${id}, 0)`.execute(database.current.db);
  return id;
};
const readyClips = async (judgeId: string, prompts = ["a fox", "a bear"]) => {
  const { db } = database.current;
  const bytes = Buffer.from(newId());
  const clips = prompts.map((prompt) => ({ content: bytes, probe: PROBE, inputs: { prompt } }));
  const made = await waitingClips(db, storage, clips, { judgeIds: [judgeId] });
  await sql`update evaluation_clip set status = 'ready', judged_key = 'judged/ab/abc', judged_bytes = 1
    where task_id = ${made.taskId}`.execute(db);
  return made;
};
const judge = (taskId: string, since = new Date()) => {
  const deps = {
    db: database.current.db,
    storage,
    log: captureLog().log,
    outgoing,
    clock: systemClock,
    scratchRoot: "/nowhere",
    box: createPerformerSecretBox(config.secretKeys),
    jail: createMediaJail({ running: 1, waiting: 1 }),
    threads: { measure: () => Promise.reject(new Error("nothing is measured here")) },
    finishIfDone: async () => undefined,
  } satisfies PrepareDeps;
  return judgeClips(deps, { taskId, since: since.toISOString() }, new AbortController().signal);
};
const figuresOf = async (clipIds: readonly bigint[]) => {
  const found = await readClipMetrics(database.current.db, clipIds);
  return clipIds.map((id) => found.get(id)?.[0]);
};

describe("a judge", () => {
  it("is asked once about each clip and prompt, without the name of who made it", async () => {
    const judgeId = await aJudge();
    const { taskId, clipIds } = await readyClips(judgeId);
    expect(await judge(taskId)).toBeUndefined();
    expect(asked.map(({ body }) => body.question).sort()).toEqual(["a bear", "a fox"]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
    for (const { body } of asked) expect(new URL(body.video).pathname).toMatch(/\/judged\/ab\/abc$/);
    const figure = { key: judgeMetricKey(judgeId), version: "v7", value: 73.5 };
    expect(await figuresOf(clipIds)).toMatchObject([figure, figure]);
    await judge(taskId);
    expect(asked).toHaveLength(2);
  });

  it("that refuses leaves the reason and is not asked again", async () => {
    answer = { status: 200, body: { status: "failed", error: { code: "content_policy", message: "not this one" } } };
    const { taskId, clipIds } = await readyClips(await aJudge(), ["a fox"]);
    await judge(taskId);
    expect((await figuresOf(clipIds))[0]).toMatchObject({
      value: null,
      detail: { reason: "not this one", is_retryable: false },
    });
    await judge(taskId, new Date(Date.now() + 60_000));
    expect(asked).toHaveLength(1);
  });

  it("that is away is asked again by the next who prepares, and the revision of the inputs rises with each answer", async () => {
    const judgeId = await aJudge("http://127.0.0.1:1");
    const { taskId, clipIds } = await readyClips(judgeId, ["a fox"]);
    await judge(taskId);
    expect((await figuresOf(clipIds))[0]).toMatchObject({ value: null, detail: { is_retryable: false } });
    await sql`update performer set endpoint = ${url}, version = 'v8' where id = ${judgeId}`.execute(
      database.current.db,
    );
    answer = { status: 503, body: {} };
    await judge(taskId);
    expect((await figuresOf(clipIds))[0]).toMatchObject({ version: "v8", detail: { is_retryable: true } });
    answer = { status: 200, body: { status: "completed", result: { score: 5 } } };
    await judge(taskId, new Date(0));
    expect((await figuresOf(clipIds))[0]?.value).toBeNull();
    await judge(taskId, new Date(Date.now() + 60_000));
    expect((await figuresOf(clipIds))[0]?.value).toBe(5);
    const { rows } = await sql<{
      inputs_revision: bigint;
    }>`select inputs_revision from evaluation where task_id = ${taskId}`.execute(database.current.db);
    expect(rows[0]?.inputs_revision).toBe(3n);
  });

  it("without a score, or that is no judge, is reported as a fault", async () => {
    answer = { status: 200, body: { status: "completed", result: {} } };
    const without = await readyClips(await aJudge(), ["a fox"]);
    await judge(without.taskId);
    expect((await figuresOf(without.clipIds))[0]?.detail).toMatchObject({ reason: "the judge gave no score" });
    const model = await readyClips(await aJudge(url, "model"), ["a fox"]);
    await judge(model.taskId);
    expect((await figuresOf(model.clipIds))[0]?.detail?.reason).toMatch(/is no judge$/);
  });
});
