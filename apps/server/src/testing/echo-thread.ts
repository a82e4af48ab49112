import { threadId } from "node:worker_threads";
import { answerThread } from "../platform/concurrency/answer-thread.ts";

export interface EchoQuery {
  readonly text: string;
  /** Blocks the thread for this long. */
  readonly busyMs?: number;
  readonly fails?: boolean;
}

answerThread(({ text, busyMs = 0, fails = false }: EchoQuery) => {
  const untilMs = performance.now() + busyMs;
  while (performance.now() < untilMs) Math.sqrt(untilMs);
  if (fails) throw new RangeError(`no answer to ${text}`);
  return { answer: { text, threadId }, transfer: [] };
});
