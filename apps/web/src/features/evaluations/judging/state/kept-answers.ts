import { submitBody, type submitted } from "@dailies/contract";
import { z } from "zod";
import { readKept, writeKept } from "./browser-memory.ts";

const keptAnswer = z.object({ task_id: z.uuid(), body: submitBody });
export type KeptAnswer = z.output<typeof keptAnswer>;
export type Sent = z.output<typeof submitted>;

/** Per user: the next user of this browser must not submit another user's judgements. */
const nameFor = (username: string): string => `evaluating.outbox.${username}`;

export const loadAnswers = (username: string): readonly KeptAnswer[] =>
  z.array(keptAnswer).safeParse(readKept(nameFor(username))).data ?? [];

export const saveAnswers = (username: string, answers: readonly KeptAnswer[]): void =>
  writeKept(nameFor(username), answers.length > 0 ? answers : undefined);
