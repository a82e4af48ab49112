import { createHash } from "node:crypto";
import type { TransferListItem } from "node:worker_threads";
import type { Aggregation, Interval } from "@dailies/contract";
import { computeBoard } from "@dailies/statistics";
import { inputChunks } from "@dailies/statistics/math/canonical";
import { rankCorrelation } from "@dailies/statistics/math/spearman";
import { overlapOf } from "@dailies/statistics/pairs/overlap";
import type { Db } from "../../../platform/db/database.ts";
import { type BoardMaterial, loadBoardInputs } from "../inputs/load-board-inputs.ts";
import { type LaneOverlap, storeBoard, storeOverlaps } from "./board-cache.store.ts";
import { type BoardDocument, type BoardOptions, type DocumentHead, writeDocument } from "./board-document.ts";
import { boardOptions } from "./board-options.ts";
import { type ComputedBoard, describeBoard, type KeptBoard } from "./describe-board.ts";

/** Data passed to the thread at its start. */
export interface BoardThreadData {
  readonly databaseUrl: string;
}

export interface CorrelationQuery {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly prompt: Int32Array;
}

export interface FreshBoards {
  readonly inputsRevision: bigint;
  readonly votes: number;
  readonly readMs: number;
  readonly boards: Readonly<Partial<Record<Aggregation, KeptBoard>>>;
  /** Only for complete leaderboards: everything needed to reproduce them. */
  readonly document: { readonly bytes: Uint8Array; readonly hash: string } | undefined;
}

/** Request and reply types of the thread. */
export interface BoardQueries {
  readonly boards: {
    readonly ask: {
      readonly taskId: string;
      readonly aggregations: readonly Aggregation[];
      readonly isWhole: boolean;
      readonly at: Date;
    };
    readonly answer: FreshBoards;
  };
  readonly correlations: {
    readonly ask: { readonly about: readonly CorrelationQuery[]; readonly options: BoardOptions };
    readonly answer: readonly (Interval | null)[];
  };
}

export type BoardQuery = {
  [K in keyof BoardQueries]: { readonly kind: K } & BoardQueries[K]["ask"];
}[keyof BoardQueries];
export type BoardAnswer = BoardQueries[keyof BoardQueries]["answer"];

interface Answered {
  readonly answer: BoardAnswer;
  readonly transfer: TransferListItem[];
}

export const hashOf = (chunks: Iterable<Uint8Array>): string => {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
};

const headOf = ({ evaluation, entries, axes, prompts }: BoardMaterial): DocumentHead => ({
  task_id: evaluation.taskId,
  template: evaluation.template,
  axes,
  entries: entries.map((entry) => ({
    entry: entry.entry,
    label: entry.label,
    performer: entry.performer,
    performer_version: entry.performerVersion,
    source_task_id: entry.sourceTaskId,
    column_id: entry.columnId,
  })),
  prompts: prompts.map(({ prompt, inputsHash, category }) => ({ prompt, inputs_hash: inputsHash, category })),
});

const writeWhole = (material: BoardMaterial, computed: readonly ComputedBoard[]): FreshBoards["document"] => {
  const results: BoardDocument["results"] = Object.fromEntries(
    computed.map(({ aggregation, result }) => [aggregation, result]),
  );
  const { input, evaluation } = material;
  return writeDocument({ head: headOf(material), input, options: boardOptions(evaluation), results });
};

const overlapsIn = ({ evaluation }: BoardMaterial, { board }: KeptBoard): LaneOverlap[] => {
  const scores = board.axes[0]?.entries ?? [];
  if (evaluation.mode !== "pairwise") return [];
  return scores.flatMap((a, at) =>
    scores.slice(at + 1).map((b) => ({ a: a.entry, b: b.entry, overlap: overlapOf(a.score, b.score) })),
  );
};

/** Caches the leaderboards and passes the overlaps to the selection of the next pair. */
const keepAll = async (
  db: Db,
  material: BoardMaterial,
  computed: readonly ComputedBoard[],
  at: Date,
): Promise<FreshBoards["boards"]> => {
  const { taskId, inputsRevision } = material.evaluation;
  const boards: Partial<Record<Aggregation, KeptBoard>> = {};
  for (const one of computed) {
    const kept = describeBoard(material, one, at);
    boards[one.aggregation] = kept;
    await storeBoard(db, { taskId, aggregation: one.aggregation, inputsRevision, kept, at });
    await storeOverlaps(db, taskId, overlapsIn(material, kept));
  }
  return boards;
};

const answerBoards = async (
  db: Db,
  { taskId, aggregations, isWhole, at }: BoardQueries["boards"]["ask"],
): Promise<Answered> => {
  const startedMs = performance.now();
  const material = await loadBoardInputs(db, taskId);
  const readMs = Math.round(performance.now() - startedMs);
  const { input, evaluation } = material;
  const computed = aggregations.map((aggregation): ComputedBoard => {
    const whole = { ...input, aggregation };
    const result = computeBoard(whole, boardOptions(evaluation));
    return { aggregation, result, inputHash: hashOf(inputChunks(whole)) };
  });
  const document = isWhole ? writeWhole(material, computed) : undefined;
  const boards = await keepAll(db, material, computed, at);
  const answer: FreshBoards = {
    inputsRevision: evaluation.inputsRevision,
    votes: evaluation.votesDone,
    readMs,
    boards,
    document,
  };
  return { answer, transfer: document ? [document.bytes.buffer as ArrayBuffer] : [] };
};

/** Loads the judgements, computes and caches, all off the server's event loop. */
export const answerBoardQueries =
  (db: Db) =>
  async (query: BoardQuery): Promise<Answered> => {
    if (query.kind === "boards") return answerBoards(db, query);
    return { answer: query.about.map((about) => rankCorrelation(about, query.options)), transfer: [] };
  };
