import { Socket } from "node:net";
import { setPriority } from "node:os";
import {
  type CallFault,
  CHANNEL_FD,
  type MessageFromProcess,
  type MessageToProcess,
  PARTS_AHEAD,
} from "./call-messages.ts";
import type { Answer, BoundCalls } from "./calls.ts";
import { readFrames, writeFrame } from "./frames.ts";

const MAX_CALL_BYTES = 256 * 1024 ** 2;

interface Running {
  readonly controller: AbortController;
  /** Parts that may still be sent. */
  credit: number;
  more?: () => void;
}

interface ServeOptions {
  readonly bound: readonly BoundCalls[];
  /** What the features' own errors carry besides their message. */
  readonly describe: (error: unknown) => CallFault["data"];
  /** 0 is normal; higher values leave the processors to others. */
  readonly niceness: number;
}

/** Answers the calls of the parent process until it is gone. Nobody else has the channel. */
export const serveCalls = ({ bound, describe, niceness }: ServeOptions): void => {
  if (niceness > 0) setPriority(niceness);
  const channel = new Socket({ fd: CHANNEL_FD });
  const running = new Map<number, Running>();
  const send = (message: MessageFromProcess): void => {
    writeFrame(channel, message);
  };
  const toFault = (error: unknown): CallFault => ({
    name: error instanceof Error ? error.name : "Error",
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    data: describe(error),
  });
  const sendParts = async (id: number, state: Running, parts: AsyncIterable<unknown>): Promise<void> => {
    for await (const part of parts) {
      state.controller.signal.throwIfAborted();
      send({ type: "part", id, part });
      state.credit -= 1;
      if (state.credit === 0) await untilMore(state);
    }
    send({ type: "end", id });
  };
  const answer = async (id: number, name: string, input: unknown): Promise<void> => {
    const state: Running = { controller: new AbortController(), credit: PARTS_AHEAD };
    running.set(id, state);
    try {
      const given = (await findAnswer(bound, name))(input, state.controller.signal);
      if (Symbol.asyncIterator in given) await sendParts(id, state, given);
      else send({ type: "answer", id, output: await given });
    } catch (error) {
      send({ type: "fault", id, fault: toFault(error) });
    } finally {
      running.delete(id);
    }
  };
  const receive = (message: MessageToProcess): void => {
    const state = running.get(message.id);
    if (message.type === "call") void answer(message.id, message.name, message.input);
    else if (message.type === "cancel") {
      state?.controller.abort();
      state?.more?.();
    } else if (state) {
      state.credit += 1;
      state.more?.();
    }
  };
  readFrames(channel, MAX_CALL_BYTES, {
    onMessage: (message) => receive(message as MessageToProcess),
    onError: endNow,
  });
  // The parent is gone, or has closed the channel to end this process.
  channel.on("close", endNow);
  channel.on("error", endNow);
};

/** `process.exit` would wait for the threads of libraries, and a query that nobody wants any more may take hours. */
const endNow = (): void => {
  process.kill(process.pid, "SIGKILL");
};

const findAnswer = async (bound: readonly BoundCalls[], name: string): Promise<Answer> => {
  const list = bound.find(({ names }) => names.has(name));
  const found = (await list?.load())?.get(name);
  if (!found) throw new Error(`this process has no answer to ${name}`);
  return found;
};

const untilMore = (state: Running): Promise<void> =>
  new Promise((resolve) => {
    state.more = () => {
      delete state.more;
      resolve();
    };
  });
