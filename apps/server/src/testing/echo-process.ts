import { pbkdf2 } from "node:crypto";
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import { CHANNEL_FD } from "../platform/processes/call-messages.ts";
import { type Answers, bindCalls, defineCall, defineStream } from "../platform/processes/calls.ts";
import { serveCalls } from "../platform/processes/serve-calls.ts";
import { unlessGone } from "../platform/processes/unless-gone.ts";

export interface EchoInput {
  readonly text: string;
  readonly waitMs?: number;
}

const LIMITS = { running: 2, waiting: 3, timeMs: 30_000, graceMs: 300 };
const SHARED = { ...LIMITS, ofOnePerson: { running: 1, waiting: 2 } };
const HASTY = { running: 1, waiting: 1, timeMs: 200, graceMs: 5_000 };

export const ECHO_CALLS = {
  echo: defineCall<EchoInput, { readonly text: string; readonly pid: number }>("echo", LIMITS),
  /** One person may have one call running and two waiting. */
  shared: defineCall<EchoInput, { readonly text: string; readonly pid: number }>("shared", SHARED),
  sharedBlock: defineCall<{ readonly ms: number }, string>("sharedBlock", SHARED),
  hasty: defineCall<EchoInput, string>("hasty", HASTY),
  /** Blocks the event loop, so that it hears no cancellation. */
  block: defineCall<{ readonly ms: number }, string>("block", LIMITS),
  allocate: defineCall<{ readonly megabytes: number }, number>("allocate", LIMITS),
  fail: defineCall<EchoInput, never>("fail", LIMITS),
  large: defineCall<{ readonly bytes: number }, Uint8Array>("large", LIMITS),
  /** Work that goes on after its caller has left. */
  abandoned: defineCall<{ readonly ms: number; readonly endAfterMs: number }, string>("abandoned", LIMITS),
  /** Writes to the channel by itself: the first bytes of an answer, and ends. */
  halfAnswer: defineCall<null, never>("halfAnswer", LIMITS),
  /** More parts at once than anyone has asked for, as the first call of its process. */
  flood: defineStream<{ readonly parts: number }, number>("flood", LIMITS),
  numbers: defineStream<{ readonly upTo: number }, number>("numbers", LIMITS),
  /** Keeps a thread of the runtime busy for many minutes, as a query does. */
  hash: defineCall<null, string>("hash", LIMITS),
  /** How many parts of `numbers` were made, whether taken or not. */
  made: defineCall<null, number>("made", LIMITS),
};

const echo = async ({ text, waitMs = 0 }: EchoInput, signal: AbortSignal) => {
  await wait(waitMs, undefined, { signal });
  return { text, pid: process.pid };
};

const frameOf = (message: unknown): Buffer => {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
};

let made = 0;
const held: Buffer[] = [];

const block = async ({ ms }: { readonly ms: number }): Promise<string> => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) Math.sqrt(untilMs);
  return "done";
};

const answers: Answers<typeof ECHO_CALLS> = {
  echo,
  hasty: async (input, signal) => (await echo(input, signal)).text,
  shared: echo,
  sharedBlock: block,
  block,
  allocate: async ({ megabytes }) => {
    for (let n = 0; n < megabytes; n += 16) {
      held.push(Buffer.alloc(16 * 1024 ** 2, 1));
      await wait(1);
    }
    return held.length;
  },
  fail: async ({ text }) => {
    throw new RangeError(text);
  },
  large: async ({ bytes }) => new Uint8Array(bytes),
  abandoned: ({ ms, endAfterMs }, signal) => unlessGone(signal, wait(ms, "done"), endAfterMs),
  halfAnswer: async () => {
    writeSync(CHANNEL_FD, frameOf({ type: "answer", id: 1, output: "whole" }).subarray(0, 10));
    process.exit(0);
  },
  flood: async function* ({ parts }) {
    for (let part = 0; part < parts; part++) writeSync(CHANNEL_FD, frameOf({ type: "part", id: 1, part }));
    await wait(60_000);
    yield parts;
  },
  numbers: async function* ({ upTo }) {
    for (let n = 0; n < upTo; n++) {
      made += 1;
      yield n;
    }
  },
  hash: async () => (await promisify(pbkdf2)("text", "salt", 2 ** 31 - 1, 64, "sha512")).toString("hex"),
  made: async () => made,
};

// The test imports the list of calls only; the process is started with an argument.
if (process.argv[2] === "serve")
  serveCalls({
    bound: [bindCalls(ECHO_CALLS, async () => answers)],
    describe: (error) => (error instanceof RangeError ? { kind: "range" } : undefined),
    niceness: 0,
  });
