import { createHash, randomUUID } from "node:crypto";
import type { BenchmarkDetail, DryRun, GenerationState } from "@dailies/contract";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Answer } from "../rigs/start-app.ts";
import type { Caller } from "./a-caller.ts";

export interface BenchmarkOptions {
  readonly prompts?: readonly string[];
  readonly performerIds?: readonly string[];
  readonly samples?: number;
}

const expectOk = <T>({ status, body }: Answer): T => {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
};

/** The requests about one benchmark by an authorised caller. */
export const openBenchmark = (caller: Caller, id: string) => {
  const path = (act: string): string => `/api_v1/task/benchmark/${act}/${id}`;
  const detail = async (): Promise<BenchmarkDetail> => expectOk(await caller.get(path("detail")));
  return {
    id,
    path,
    detail,
    post: (act: string, body: unknown, place = "") => caller.post(`${path(act)}${place}`, body),
    get: (act: string, rest = "") => caller.get(`${path(act)}${rest}`),
    /** Sends the current revision. */
    change: async (act: string, body: object): Promise<Answer> =>
      caller.post(path(act), { expect_revision: (await detail()).revision, ...body }),
    dryRun: async (): Promise<DryRun> => expectOk(await caller.post(path("dry_run"), undefined)),
    generate: async (body: object = {}): Promise<GenerationState> =>
      expectOk(await caller.post(path("generate_data"), body)),
    regenerate: async (row: number | string, col: number | string, body: object = {}): Promise<Answer> =>
      caller.post(`${path("regenerate_data")}/${row}/${col}`, {
        expect_revision: (await detail()).revision,
        seed: { mode: "new" },
        reason: "the hands",
        request_key: randomUUID(),
        ...body,
      }),
  };
};
export type OpenBenchmark = ReturnType<typeof openBenchmark>;

/** A benchmark in Init with these rows and columns. */
export const aBenchmark = async (
  caller: Caller,
  { prompts = ["a", "b"], performerIds = [], samples = 1 }: BenchmarkOptions = {},
): Promise<OpenBenchmark> => {
  const body = { kind: "Benchmark", name: "Which is better", request_key: randomUUID() };
  const { id } = expectOk<{ id: string }>(await caller.post("/api_v1/task/create", body));
  const benchmark = openBenchmark(caller, id);
  if (samples !== 1) expectOk(await benchmark.change("update", { samples_per_cell: samples }));
  const rows = prompts.map((prompt) => ({ inputs: { prompt } }));
  if (rows.length > 0) expectOk(await benchmark.change("add_rows", { rows }));
  for (const performerId of performerIds)
    expectOk(await benchmark.change("add_column", { performer_id: performerId, params: {} }));
  return benchmark;
};

/** A ready asset without bytes in storage. */
const insertClip = async (db: Db, ownerId: string): Promise<string> => {
  const id = newId();
  const at = new Date();
  const common = { mime: "video/mp4", kind: "video", size_bytes: 1_000n, status: "Ready" };
  await db
    .insertInto("asset")
    .values({ ...common, id, owner_id: ownerId, name: "clip.mp4", version: 1, created_at: at, updated_at: at })
    .execute();
  await db
    .insertInto("asset_version")
    .values({
      ...common,
      asset_id: id,
      version: 1,
      sha256: createHash("sha256").update(id).digest(),
      bucket: "assets",
      object_key: `media/00/${id}`,
      poster_key: `derived/00/${id}.webp`,
      created_at: at,
      created_by: "test",
    })
    .execute();
  return id;
};

/** Ends the newest attempt of cells as the workers would, without running them. */
export const settleCells = async (
  db: Db,
  taskId: string,
  status: "Succeeded" | "Failed",
  places: readonly { row: number; col: number }[] | "all" = "all",
): Promise<void> => {
  const cells = await db.selectFrom("benchmark_cell").selectAll().where("task_id", "=", taskId).execute();
  for (const cell of cells) {
    if (places !== "all" && !places.some(({ row, col }) => row === cell.row_index && col === cell.col_index)) continue;
    const call = await db
      .selectFrom("performer_task")
      .select(["id", "requested_by"])
      .where("id", "=", cell.latest_attempt_id)
      .where("finished_at", "is", null)
      .executeTakeFirst();
    if (!call) continue;
    const isGood = status === "Succeeded";
    const assetId = isGood ? await insertClip(db, call.requested_by) : null;
    const now = new Date();
    await db
      .updateTable("performer_task")
      .set({
        status,
        started_at: new Date(now.getTime() - 2_000),
        finished_at: now,
        asset_id: assetId,
        ...(isGood && {
          output_sha256: createHash("sha256").update(String(assetId)).digest(),
          cost_micros: 40_000n,
          cost_currency: "USD",
          cost_basis: "computed",
        }),
        ...(!isGood && { error_code: "refused", error_message: "no", error_is_retryable: false }),
      })
      .where("id", "=", call.id)
      .execute();
    await db
      .updateTable("benchmark_cell")
      .set({ status, ...(isGood && { counted_attempt_id: cell.counted_attempt_id ?? call.id }) })
      .where("id", "=", cell.id)
      .execute();
  }
};
