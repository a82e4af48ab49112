import { createHash, randomUUID } from "node:crypto";
import { type Choice, type EvaluationItem, evaluationsRoutes } from "@dailies/contract";
import type { ConsoleClient } from "./console-client.ts";
import { ODDS } from "./demo-plan.ts";
import type { Compare } from "./watch-clips.ts";

const WATCHED_S = 2;

/** 0…1, the same for the same judge and turn. */
const chance = (username: string, turn: number): number =>
  createHash("sha256").update(`${username} ${turn}`).digest().readUInt32BE() / 4_294_967_296;

const choose = (better: "A" | "B" | undefined, luck: number): Choice => {
  if (better === undefined) return "tie";
  if (luck < ODDS.better) return better;
  if (luck < ODDS.better + ODDS.tie) return "tie";
  return better === "A" ? "B" : "A";
};

/** −1 favours A on a question that compares two clips. */
const LEANING: Readonly<Record<Choice, number>> = { A: -1, B: 1, tie: 0, both_bad: 0 };

/** Returns the next item. */
const judge = async (
  person: ConsoleClient,
  compare: Compare,
  item: EvaluationItem,
  turn: number,
): Promise<EvaluationItem | null> => {
  const [a, b] = await Promise.all(item.slots.map(({ media_url }) => person.download(media_url)));
  if (!a || !b) throw new Error("a pair needs two clips");
  const choice = choose(await compare(a, b), chance(person.username, turn));
  const { next } = await person.call(evaluationsRoutes.submitJudgement, {
    body: {
      lease_id: item.lease_id,
      client_id: randomUUID(),
      choice,
      strength: null,
      answers: Object.fromEntries(item.questions.slice(1).map(({ key }) => [key, LEANING[choice]])),
      marks: [],
      watched: { A: WATCHED_S, B: WATCHED_S },
      duration_ms: 3_000 + Math.round(chance(person.username, -turn - 1) * 9_000),
    },
  });
  return next;
};

/** Judges everything in this person's queue, one pair after the other. Returns how many. */
export const judgeAll = async (person: ConsoleClient, taskId: string, compare: Compare): Promise<number> => {
  const { items } = await person.call(evaluationsRoutes.claimItems, { body: { task_id: taskId, count: 1 } });
  let item = items[0] ?? null;
  let turn = 0;
  for (; item !== null; turn += 1) item = await judge(person, compare, item, turn);
  return turn;
};
