import { randomUUID } from "node:crypto";
import type { EvaluationDetail, EvaluationItem, EvaluationPlanFields, FieldSpec } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { createObjectStorage } from "../../platform/s3/object-storage.ts";
import type { Answer, RunningApp } from "../rigs/start-app.ts";
import { type OpenBenchmark, openBenchmark, settleCells } from "./a-benchmark.ts";
import type { Caller } from "./a-caller.ts";
import { aPricedPerformer } from "./a-priced-performer.ts";

const expectOk = <T>({ status, body }: Answer): T => {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
};

export interface AskedField {
  readonly key: string;
  readonly field: FieldSpec;
  readonly is_required?: boolean;
}

/** A template of these questions; its dimensions get unique keys. */
export const aTemplate = async (owner: Caller, fields: readonly AskedField[], mode = "pairwise"): Promise<string> => {
  const items: object[] = [];
  for (const { key, field, is_required = false } of fields) {
    const body = { key, name: key, field, is_required, request_key: randomUUID() };
    const { id, version } = expectOk<{ id: string; version: number }>(
      await owner.post("/api_v1/dimension/create", body),
    );
    items.push({ dimension_id: id, dimension_version: version, weight: 1, is_required, section: "" });
  }
  const body = { name: "What we ask", mode, items, request_key: randomUUID() };
  return expectOk<{ id: string }>(await owner.post("/api_v1/dimension/template/create", body)).id;
};

export const aScore = (key = `score.${randomUUID().slice(0, 8)}`): AskedField => ({
  key,
  field: { type: "number", min: 1, max: 5, is_integer: true },
});

/** A benchmark in Generating with a clip in every cell. */
export const aGeneratedBenchmark = async (
  { db }: RunningApp,
  owner: Caller,
  { prompts = 4, labels = ["North", "South"], samples = 1 } = {},
): Promise<OpenBenchmark> => {
  const performer = await aPricedPerformer(db);
  const body = { kind: "Benchmark", name: "Which is better", request_key: randomUUID() };
  const { id } = expectOk<{ id: string }>(await owner.post("/api_v1/task/create", body));
  const benchmark = openBenchmark(owner, id);
  if (samples > 1) expectOk(await benchmark.change("update", { samples_per_cell: samples }));
  const rows = Array.from({ length: prompts }, (_, n) => ({ inputs: { prompt: `prompt ${n}` } }));
  expectOk(await benchmark.change("add_rows", { rows }));
  for (const label of labels)
    expectOk(await benchmark.change("add_column", { performer_id: performer.id, params: {}, label }));
  await benchmark.generate();
  await settleCells(db, id, "Succeeded");
  return benchmark;
};

/** Prepares every waiting clip as the workers would, without running them. */
export const prepareClips = async (db: Db, taskId: string, durationS = 2): Promise<void> => {
  await sql`select settle_clip(id, 'ready', ${JSON.stringify({ bytes: 1_000, fps: 24, duration_s: durationS })}::jsonb)
    from claim_clips(${taskId}, 1000000, 60) as id`.execute(db);
};

export interface EvaluationOptions {
  readonly prompts?: number;
  readonly labels?: readonly string[];
  readonly samples?: number;
  readonly plan?: Partial<EvaluationPlanFields>;
  readonly fields?: readonly AskedField[];
  readonly raters?: readonly Caller[];
  readonly isPrepared?: boolean;
}

const PLAN = {
  mode: "pairwise",
  judges_per_item: 1,
  aggregation: "All",
  gold_rate: 0,
  repeat_rate: 0,
  item_budget: null,
} as const;

export const anEvaluation = async (app: RunningApp, owner: Caller, options: EvaluationOptions = {}) => {
  const { fields = [], raters, isPrepared = true, plan, labels, ...size } = options;
  const benchmark = await aGeneratedBenchmark(app, owner, { ...size, ...(labels && { labels: [...labels] }) });
  const asked = fields.length > 0 ? fields : [aScore()];
  const template_id = plan?.template_id ?? (await aTemplate(owner, asked, plan?.mode));
  const path = (act: string): string => `/api_v1/evaluating/${act}/${benchmark.id}`;
  const detail = async () => expectOk<EvaluationDetail>(await owner.get(path("detail")));
  const expect_revision = (await detail()).revision;
  expectOk(await owner.post(path("plan"), { ...PLAN, ...plan, template_id, expect_revision }));
  expectOk(await benchmark.post("start_evaluation", undefined));
  if (raters) {
    const usernames = raters.map(({ username }) => username);
    expectOk(await owner.post(path("raters"), { usernames }));
  }
  if (isPrepared) await prepareClips(app.db, benchmark.id);
  return { id: benchmark.id, benchmark, detail, ask: (act: string, body: object) => owner.post(path(act), body) };
};

/** The requests of one rater about one task. */
export const aRater = (caller: Caller, taskId: string) => {
  const post = (act: string, body: object) => caller.post(`/api_v1/evaluating/${act}`, body);
  const claim = async (count = 1): Promise<EvaluationItem[]> =>
    expectOk<{ items: EvaluationItem[] }>(await post("claim", { task_id: taskId, count })).items;
  const submit = (leaseId: string, answer: object = {}) =>
    post("submit", {
      lease_id: leaseId,
      client_id: randomUUID(),
      choice: "A",
      strength: null,
      answers: {},
      watched: { A: 2, B: 2 },
      duration_ms: 4_000,
      ...answer,
    });
  return {
    ...caller,
    claim,
    submit,
    ask: post,
    /** Claims the next item and judges it; undefined when there is none or judging has closed. */
    judge: async (answer: object = {}): Promise<string | undefined> => {
      const claimed = await post("claim", { task_id: taskId });
      const [item] = claimed.status === 409 ? [] : expectOk<{ items: EvaluationItem[] }>(claimed).items;
      if (!item) return undefined;
      return expectOk<{ judgement_id: string }>(await submit(item.lease_id, answer)).judgement_id;
    },
  };
};
export type Rater = ReturnType<typeof aRater>;

interface ClipFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fps?: number;
  readonly seconds?: number;
}

/** Stores the judged clips of a task: the file of each of its two entries. */
export const storeJudgedClips = async (
  { db, config }: RunningApp,
  taskId: string,
  files: readonly [ClipFile, ClipFile],
): Promise<void> => {
  const storage = createObjectStorage(config.s3);
  const clips = await db
    .selectFrom("evaluation_clip")
    .select(["id", "entry", "judged_key"])
    .where("task_id", "=", taskId)
    .execute();
  for (const { id, entry, judged_key: key } of clips) {
    const { bytes, contentType, fps, seconds } = files[entry as 0 | 1];
    await storage.putObject(key ?? "", bytes, { contentType });
    await db
      .updateTable("evaluation_clip")
      .set({
        judged_bytes: BigInt(bytes.length),
        ...(fps !== undefined && { fps }),
        ...(seconds !== undefined && { duration_s: seconds }),
      })
      .where("id", "=", id)
      .execute();
  }
  await storage.close();
};
