import { type AxisInput, type BoardInput, OUTCOMES } from "./board-input.ts";

type Column = Int32Array | Uint8Array | Float64Array;

const refuse = (words: string): never => {
  throw new RangeError(words);
};

const checkRange = (name: string, column: Column, low: number, below: number): void => {
  for (const value of column) {
    if (!(value >= low && value < below)) refuse(`${name} holds ${value}, outside of ${low} to ${below - 1}`);
  }
};

const checkLengths = (name: string, columns: object): void => {
  const lengths = new Set(Object.values(columns as Record<string, Column>).map((column) => column.length));
  if (lengths.size > 1) refuse(`the columns of ${name} differ in length`);
};

const checkAxis = (axis: AxisInput, { entries, prompts }: BoardInput): void => {
  const { key } = axis;
  if (!(axis.weight >= 0)) refuse(`the weight of ${key} is below zero`);
  if (axis.kind === "choice") {
    const { votes } = axis;
    checkLengths(key, votes);
    checkRange(`${key}.prompt`, votes.prompt, 0, prompts);
    checkRange(`${key}.a`, votes.a, 0, entries);
    checkRange(`${key}.b`, votes.b, 0, entries);
    checkRange(`${key}.outcome`, votes.outcome, 0, OUTCOMES.length);
    checkRange(`${key}.wasSwapped`, votes.wasSwapped, 0, 2);
    checkRange(`${key}.weight`, votes.weight, 0, Number.MAX_SAFE_INTEGER);
    if (votes.a.some((a, row) => a === votes.b[row])) refuse(`${key} compares an entry with itself`);
    return;
  }
  const { ratings } = axis;
  checkLengths(key, ratings);
  checkRange(`${key}.prompt`, ratings.prompt, 0, prompts);
  checkRange(`${key}.entry`, ratings.entry, 0, entries);
  checkRange(`${key}.part`, ratings.part, 0, Math.max(1, axis.parts.length));
  checkRange(`${key}.count`, ratings.count, 0, 2 ** 31);
  if (!ratings.value.every(Number.isFinite)) refuse(`${key}.value holds what is no number`);
};

export const checkInput = (input: BoardInput): void => {
  const { entries, prompts, promptWeight, category, categories, baseline, repeats, axes } = input;
  if (promptWeight.length !== prompts || category.length !== prompts) refuse("a column by prompt has another length");
  checkRange("promptWeight", promptWeight, 0, Number.MAX_SAFE_INTEGER);
  checkRange("category", category, -1, categories.length);
  if (baseline !== null && !(baseline >= 0 && baseline < entries)) refuse("the baseline is no entry");
  checkLengths("repeats", repeats);
  if (new Set(axes.map(({ key }) => key)).size < axes.length) refuse("two axes have one key");
  for (const axis of axes) checkAxis(axis, input);
};
