import type { RecordBatch } from "apache-arrow";
import { openSharedTable } from "../../../../platform/lance/open-shared-table.ts";
import type { Answers } from "../../../../platform/processes/calls.ts";
import { unlessGone } from "../../../../platform/processes/unless-gone.ts";
import type { TakenRows, tableCalls } from "./table-calls.ts";

/** Vectors as plain arrays of numbers: Arrow's own classes do not cross to another process. */
const plainOf = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || value instanceof Date) return value;
  return Symbol.iterator in value ? Float32Array.from(value as Iterable<number>) : String(value);
};

const batchesOf = async (query: unknown): Promise<RecordBatch[]> => {
  const batches: RecordBatch[] = [];
  // LanceDB bundles its own copy of the Arrow classes, with the same structure.
  for await (const batch of query as AsyncIterable<RecordBatch>) batches.push(batch);
  return batches;
};

type TableAnswers = Answers<typeof tableCalls>;
type InputOf<Name extends keyof TableAnswers> = Parameters<TableAnswers[Name]>[0];

const takeRows = async ({ ordinals, names, ...table }: InputOf<"takeRows">): Promise<TakenRows> => {
  const opened = await openSharedTable(table);
  const batches = await batchesOf(opened.takeOffsets([...ordinals]).select(["ordinal", ...names]));
  const read = (name: string): unknown[] =>
    batches.flatMap((batch) => {
      const vector = batch.getChild(name);
      return Array.from({ length: batch.numRows }, (_, at) => plainOf(vector?.get(at)));
    });
  return { ordinals: read("ordinal").map(Number), columns: names.map(read) };
};

const findNearest = async ({ column, point, count, timeMs, ...table }: InputOf<"findNearest">) => {
  const opened = await openSharedTable(table);
  const query = opened.query().nearestTo(point).column(column).limit(count).select(["ordinal", "_distance"]);
  const batches = (await query.toArrow({ timeoutMs: timeMs })).batches as unknown as readonly RecordBatch[];
  return batches.flatMap((batch) =>
    Array.from({ length: batch.numRows }, (_, at) => ({
      ordinal: Number(batch.getChild("ordinal")?.get(at)),
      distance: Number(batch.getChild("_distance")?.get(at)),
    })),
  );
};

/** Answers in the query process, which alone loads LanceDB for reading. */
export const openTableAnswers = (): TableAnswers => ({
  takeRows: (input, signal) => unlessGone(signal, takeRows(input)),
  findNearest: (input, signal) => unlessGone(signal, findNearest(input)),
  countMissing: async (input, signal) => {
    const table = await openSharedTable(input);
    return unlessGone(signal, table.countRows(`\`${input.column.replaceAll("`", "``")}\` IS NULL`));
  },
  dimensionsOf: async (input) => {
    const { fields } = await (await openSharedTable(input)).schema();
    return (fields.find(({ name }) => name === input.column)?.type as { listSize?: number } | undefined)?.listSize;
  },
});
