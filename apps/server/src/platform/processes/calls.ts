import type { PersonShare } from "../concurrency/fair-queue.ts";

/** How many calls run in one process and wait for one. Calls that share an object of limits share what it allows. */
export interface CallLimits {
  readonly running: number;
  readonly waiting: number;
  /** In all processes together. Without it one person may take all places; those who wait still take turns. */
  readonly ofOnePerson?: PersonShare;
  /** Until the answer; of a stream, until its next part. */
  readonly timeMs: number;
  /** How long a call that nobody waits for any more may take to stop, before its process is killed. */
  readonly graceMs: number;
}

/** A question that another process answers. Inputs and answers are copied as by a structured clone. */
export interface Call<Input, Output> {
  readonly kind: "call";
  readonly name: string;
  readonly limits: CallLimits;
  /** Never set: it carries the types. */
  readonly types?: (input: Input) => Output;
}

/** A question with many parts as its answer. */
export interface StreamCall<Input, Part> {
  readonly kind: "stream";
  readonly name: string;
  readonly limits: CallLimits;
  readonly types?: (input: Input) => Part;
}

type AnyCall = Call<never, unknown> | StreamCall<never, unknown>;

/** What one feature asks of a process. */
export type CallList = Readonly<Record<string, AnyCall>>;

export const defineCall = <Input, Output>(name: string, limits: CallLimits): Call<Input, Output> => ({
  kind: "call",
  name,
  limits,
});

export const defineStream = <Input, Part>(name: string, limits: CallLimits): StreamCall<Input, Part> => ({
  kind: "stream",
  name,
  limits,
});

type AnswerTo<C> =
  C extends Call<infer Input, infer Output>
    ? (input: Input, signal: AbortSignal) => Promise<Output>
    : C extends StreamCall<infer Input, infer Part>
      ? (input: Input, signal: AbortSignal) => AsyncIterable<Part>
      : never;

/** A function for each call of a list; a missing one does not compile. */
export type Answers<L extends CallList> = { readonly [K in keyof L]: AnswerTo<L[K]> };

export type Answer = (input: unknown, signal: AbortSignal) => Promise<unknown> | AsyncIterable<unknown>;

/** Answers by the names of their calls, loaded by the first call of their list. */
export interface BoundCalls {
  readonly names: ReadonlySet<string>;
  readonly load: () => Promise<ReadonlyMap<string, Answer>>;
}

export const bindCalls = <L extends CallList>(list: L, open: () => Promise<Answers<L>>): BoundCalls => {
  let opened: Promise<ReadonlyMap<string, Answer>> | undefined;
  const load = async (): Promise<ReadonlyMap<string, Answer>> => {
    const answers = await open();
    return new Map(Object.entries(list).map(([key, { name }]) => [name, answers[key] as Answer]));
  };
  return {
    names: new Set(Object.values(list).map(({ name }) => name)),
    load: () => {
      opened ??= load();
      return opened;
    },
  };
};
