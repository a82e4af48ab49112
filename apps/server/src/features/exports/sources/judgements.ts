import type { Db } from "../../../platform/db/database.ts";
import type { Cursor, RowSource } from "../run/export-table.ts";
import { plainColumns } from "./column-of.ts";
import { judgementColumns, pairColumns, type ReportedPair } from "./judgement-columns.ts";
import { countJudgements, listAskedKeys, listJudgementRecords, listPromptKeys } from "./judgements.store.ts";
import { countPairs, findPromptReach, listAnswerMeans, listPairSums, type PairSum } from "./pair-sums.store.ts";
import { readInOrder, type TaskPage } from "./read-in-order.ts";
import type { SourceInput, SourceTask } from "./source-input.ts";

const NO_TASK: SourceTask = { id: "", kind: "Benchmark", name: "", status: "Init", showsRaters: false };

const askFor = async (db: Db, { tasks, media, publicOrigin }: SourceInput) => {
  const ids = tasks.map(({ id }) => id);
  const [inputs, asked] = await Promise.all([listPromptKeys(db, ids), listAskedKeys(db, ids)]);
  return { ids, input: { inputs, asked, hasLinks: media !== "none", publicOrigin } };
};

/** One row per judgement. */
export const openJudgements = async (db: Db, source: SourceInput): Promise<RowSource> => {
  const { ids, input } = await askFor(db, source);
  const columns = judgementColumns(input);
  const readPage = async (index: number, after: Cursor["after"], limit: number): Promise<TaskPage> => {
    const { id, name, showsRaters } = source.tasks[index] ?? NO_TASK;
    const found = await listJudgementRecords(db, id, Number(after?.[0] ?? 0), limit);
    const last = found.length < limit ? undefined : found.at(-1);
    const rows = found.map((record) => {
      const it = { ...record, taskName: name, showsRaters };
      return { key: `judgement:${record.id}`, values: columns.map(({ read }) => read(it)), media: null };
    });
    return { rows, after: last ? [last.seq] : null };
  };
  return {
    columns: plainColumns(columns),
    taskNames: source.tasks.map(({ name }) => name),
    countRows: () => countJudgements(db, ids),
    sumMediaBytes: async () => 0,
    readSlices: (from, limit) => readInOrder(source.tasks.length, from, (task, after) => readPage(task, after, limit)),
  };
};

/** One row per prompt and pair. */
export const openPairs = async (db: Db, source: SourceInput): Promise<RowSource> => {
  const { ids, input } = await askFor(db, source);
  const columns = pairColumns(input);
  const turned = input.asked.flatMap(({ key, isComparison }) => (isComparison ? [key] : []));
  const readPage = async (index: number, after: Cursor["after"], limit: number): Promise<TaskPage> => {
    const { id, name } = source.tasks[index] ?? NO_TASK;
    const place = toPlace(after);
    const lastPrompt = await findPromptReach(db, id, place[0]);
    if (lastPrompt === undefined) return { rows: [], after: null };
    const found = await listPairSums(db, id, { after: place, lastPrompt }, limit);
    const last = found.length < limit ? undefined : found.at(-1);
    const told = await withMeans(db, { id, name, turned }, found);
    return {
      rows: told.map((it) => ({
        key: `pair:${id}:${it.prompt}:${it.entryA}:${it.entryB}`,
        values: columns.map(({ read }) => read(it)),
        media: null,
      })),
      after: last ? [last.prompt, last.entryA, last.entryB] : [lastPrompt + 1, -1, -1],
    };
  };
  return {
    columns: plainColumns(columns),
    taskNames: source.tasks.map(({ name }) => name),
    countRows: () => countPairs(db, ids),
    sumMediaBytes: async () => 0,
    readSlices: (from, limit) => readInOrder(source.tasks.length, from, (task, after) => readPage(task, after, limit)),
  };
};

const toPlace = (after: Cursor["after"]): [number, number, number] =>
  after === null ? [0, -1, -1] : [Number(after[0]), Number(after[1]), Number(after[2])];

interface MeansOf {
  readonly id: string;
  readonly name: string;
  readonly turned: readonly string[];
}

const withMeans = async (db: Db, task: MeansOf, pairs: readonly PairSum[]): Promise<ReportedPair[]> => {
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!(first && last)) return [];
  const prompts = { first: first.prompt, last: last.prompt };
  const means = new Map<string, Record<string, number>>();
  for (const { prompt, a, b, key, mean } of await listAnswerMeans(db, task.id, { prompts, turned: task.turned })) {
    const place = `${prompt} ${a} ${b}`;
    means.set(place, { ...means.get(place), [key]: mean });
  }
  return pairs.map((it) => ({
    ...it,
    taskName: task.name,
    means: means.get(`${it.prompt} ${it.entryA} ${it.entryB}`) ?? {},
  }));
};
