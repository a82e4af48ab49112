import type { FieldSpec } from "@dailies/contract";
import type { AxisInput, RatingColumns } from "@dailies/statistics/board/board-input";
import type { Db } from "../../../platform/db/database.ts";
import { type AxisPlan, levelOf } from "../board/board-axes.rules.ts";
import type { JudgementQuery } from "./judgement-spans.store.ts";
import { type AnswerPart, listAnswerParts, readMeasurements, readRatings } from "./ratings.store.ts";
import { readVotes } from "./votes.store.ts";

/** An open list or map can hold any value: only the most frequent ones are shown. */
const MAX_PARTS = 50;

const joinInts = (columns: readonly Int32Array[]): Int32Array => {
  const joined = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    joined.set(column, at);
    at += column.length;
  }
  return joined;
};

const joinRatings = (parts: readonly RatingColumns[]): RatingColumns => {
  const value = new Float64Array(parts.reduce((sum, part) => sum + part.value.length, 0));
  let at = 0;
  for (const part of parts) {
    value.set(part.value, at);
    at += part.value.length;
  }
  return {
    value,
    prompt: joinInts(parts.map(({ prompt }) => prompt)),
    entry: joinInts(parts.map(({ entry }) => entry)),
    sample: joinInts(parts.map(({ sample }) => sample)),
    part: joinInts(parts.map(({ part }) => part)),
    count: joinInts(parts.map(({ count }) => count)),
  };
};

const partsOf = async (db: Db, taskId: string, key: string, field: FieldSpec): Promise<AnswerPart[]> => {
  if (field.type === "list") {
    const options = field.options ?? (await listAnswerParts(db, taskId, key, MAX_PARTS));
    return options.map((option) => ({ kind: "option", key, option }));
  }
  if (field.type === "key_value" && field.value_type === "number") {
    const keys = field.keys ?? (await listAnswerParts(db, taskId, key, MAX_PARTS)).map(String);
    return keys.map((entry) => ({ kind: "entry", key, entry }));
  }
  return [];
};

const nameOf = (part: AnswerPart): string => {
  if (part.kind === "option") return String(part.option);
  return part.kind === "entry" ? part.entry : "";
};

const readAnswers = async (
  db: Db,
  query: JudgementQuery,
  { facts, field }: AxisPlan & { from: "answers" },
): Promise<AxisInput> => {
  const { key, direction, weight } = facts;
  const common = { key, direction, weight, level: levelOf(field) };
  if (field.type === "number" || field.type === "boolean") {
    const ratings = await readRatings(db, query, { kind: field.type, key });
    return { ...common, kind: field.type, parts: [], ratings };
  }
  const parts = await partsOf(db, query.taskId, key, field);
  if (parts.length === 0) {
    return { ...common, kind: "text", parts: [], ratings: await readRatings(db, query, { kind: "given", key }) };
  }
  const columns: RatingColumns[] = [];
  for (const [place, part] of parts.entries()) columns.push(await readRatings(db, query, part, place));
  const kind = field.type === "list" ? "list" : "key_value";
  return { ...common, kind, parts: parts.map(nameOf), ratings: joinRatings(columns) };
};

export const readAxis = async (db: Db, query: JudgementQuery, plan: AxisPlan): Promise<AxisInput> => {
  const { key, direction, weight } = plan.facts;
  if (plan.from === "answers") return readAnswers(db, query, plan);
  if (plan.from === "measurement") {
    const ratings = await readMeasurements(db, query.taskId, plan);
    return { key, direction, weight, kind: "number", level: "interval", parts: [], ratings };
  }
  const votes = await readVotes(db, query, plan.from === "comparison" ? key : undefined);
  return { key, direction, weight, kind: "choice", votes };
};
