import { z } from "zod";
import { readKept, writeKept } from "./browser-memory.ts";

/** What an answer carries whatever it says: the lease it is for, and a key under which it is sent again. */
export interface AnswerBody {
  readonly lease_id: string;
  readonly client_id: string;
}

export interface KeptAnswer<Body extends AnswerBody> {
  readonly task_id: string;
  readonly body: Body;
  /** When a reviewer had returned the item that was answered; empty if nobody had. */
  readonly returned_at: string;
}

export interface AnswerStore<Body extends AnswerBody> {
  readonly load: (username: string) => readonly KeptAnswer<Body>[];
  readonly save: (username: string, answers: readonly KeptAnswer<Body>[]) => void;
}

/** Unsent answers in this browser, per user: the next user of this browser must not submit another user's answers. */
export const answerStore = <Body extends AnswerBody>(prefix: string, body: z.ZodType<Body>): AnswerStore<Body> => {
  const answers = z.array(z.object({ task_id: z.uuid(), body, returned_at: z.string().default("") }));
  return {
    load: (username) => answers.safeParse(readKept(prefix + username)).data ?? [],
    save: (username, kept) => writeKept(prefix + username, kept.length > 0 ? kept : undefined),
  };
};
