import { DomainError } from "../../errors.ts";
import { FairQueue, isShareUsed } from "../concurrency/fair-queue.ts";
import { requestingUser } from "../concurrency/requesting-user.ts";
import type { Log } from "../observability/log.ts";
import type { CallFault } from "./call-messages.ts";
import { CalledProcess, type Death, type DeathReason } from "./called-process.ts";
import type { Call, CallLimits, StreamCall } from "./calls.ts";

export interface CalledProcessesOptions {
  /** For the log. */
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** At most; each is started by the first call that finds no room in the others. */
  readonly processes: number;
  /** Of one process. */
  readonly memoryBytes: number;
  /** Of one answer or part. */
  readonly maxAnswerBytes: number;
  /** A process without calls ends after this time. */
  readonly idleMs?: number;
  readonly log: Log;
  /** The features' own errors; undefined for any other. */
  readonly reviveError: (fault: CallFault) => Error | undefined;
}

/** Questions to processes that may die of what they read: the caller is told, and nobody else notices. */
export interface CalledProcesses {
  readonly call: <Input, Output>(call: Call<Input, Output>, input: Input, signal?: AbortSignal) => Promise<Output>;
  readonly stream: <Input, Part>(
    call: StreamCall<Input, Part>,
    input: Input,
    signal?: AbortSignal,
  ) => AsyncGenerator<Part>;
  /** Of the processes that run now. */
  readonly pids: () => readonly number[];
  readonly close: () => Promise<void>;
}

const RETRY_AFTER_S = 2;
const IDLE_MS = 5 * 60_000;

const WORDS: Readonly<Record<DeathReason, string>> = {
  memory: "this data could not be read: the process that read it needed more memory than it may use; try again",
  stuck: "this data could not be read: the process that read it no longer answered; try again",
  answer: "this data could not be read: the answer is larger than it may be; ask for less",
  exit: "this data could not be read: the process that read it stopped; try again",
  closed: "this data could not be read: the server is stopping; try again",
};

export const processDied = (reason: DeathReason): DomainError =>
  new DomainError("unavailable", WORDS[reason], { retryAfterS: RETRY_AFTER_S });

const notStarted = (cause: unknown): DomainError =>
  new DomainError("unavailable", "this data could not be read: no process could be started for it; try again", {
    cause,
    retryAfterS: RETRY_AFTER_S,
  });

const busy = (): DomainError =>
  new DomainError("unavailable", "too many searches are running; try again in a moment", {
    retryAfterS: RETRY_AFTER_S,
  });

const shareUsed = (): DomainError =>
  new DomainError("unavailable", "too many of your own searches are running; try again in a moment", {
    retryAfterS: RETRY_AFTER_S,
    loggedAs: "share_used",
  });

const late = ({ timeMs }: CallLimits): DomainError =>
  new DomainError("unavailable", `this data could not be read within ${Math.round(timeMs / 1_000)} seconds`, {
    retryAfterS: RETRY_AFTER_S,
  });

interface Waiting {
  readonly limits: CallLimits;
  readonly start: (process: CalledProcess) => void;
  readonly refuse: (error: Error) => void;
}

/** One event of a call that the caller has not taken yet. */
type Arrived = { readonly part: unknown } | { readonly output: unknown } | { readonly error: Error };

export const openCalledProcesses = (options: CalledProcessesOptions): CalledProcesses => new ProcessPool(options);

class ProcessPool implements CalledProcesses {
  private readonly options: CalledProcessesOptions;
  /** With those that were killed and are not gone yet. */
  private readonly processes = new Set<CalledProcess>();
  private readonly idle = new Map<CalledProcess, NodeJS.Timeout>();
  private readonly waiting = new Map<CallLimits, FairQueue<Waiting>>();
  private isClosed = false;

  constructor(options: CalledProcessesOptions) {
    this.options = options;
  }

  pids(): readonly number[] {
    return this.living.flatMap(({ pid }) => pid ?? []);
  }

  async call<Input, Output>(call: Call<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output> {
    const running = await this.begin(call, input, signal);
    const arrived = await running.next();
    if ("error" in arrived) throw arrived.error;
    return ("output" in arrived ? arrived.output : arrived.part) as Output;
  }

  async *stream<Input, Part>(call: StreamCall<Input, Part>, input: Input, signal?: AbortSignal): AsyncGenerator<Part> {
    const running = await this.begin(call, input, signal);
    try {
      for (;;) {
        const arrived = await running.next();
        if ("error" in arrived) throw arrived.error;
        if ("output" in arrived) return;
        yield arrived.part as Part;
        running.noteTaken();
      }
    } finally {
      running.leave();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const queue of this.waiting.values()) for (const { refuse } of queue.clear()) refuse(processDied("closed"));
    for (const timer of this.idle.values()) clearTimeout(timer);
    await Promise.all([...this.processes].map((each) => each.end()));
  }

  private get living(): readonly CalledProcess[] {
    return [...this.processes].filter(({ isEnding }) => !isEnding);
  }

  private begin(
    { name, limits }: Call<never, unknown> | StreamCall<never, unknown>,
    input: unknown,
    signal: AbortSignal | undefined,
  ): Promise<RunningCall> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(processDied("closed"));
      if (signal?.aborted) return reject(reasonOf(signal));
      const queue = this.queueOf(limits);
      const userId = requestingUser();
      const leaveQueue = (): void => {
        queue.remove(waiter);
        reject(reasonOf(signal));
      };
      const waiter: Waiting = {
        limits,
        start: (process) => {
          signal?.removeEventListener("abort", leaveQueue);
          const revive = (fault: CallFault) => this.options.reviveError(fault) ?? toError(fault);
          resolve(new RunningCall(process, { name, limits, userId, input, signal, revive }));
        },
        refuse: (error) => {
          signal?.removeEventListener("abort", leaveQueue);
          reject(error);
        },
      };
      if (this.mayBegin(userId, limits) && this.serve(waiter)) return;
      if (queue.length >= limits.waiting) return reject(busy());
      if (isShareUsed(limits.ofOnePerson?.waiting, userId, () => queue.lengthOf(userId))) return reject(shareUsed());
      signal?.addEventListener("abort", leaveQueue, { once: true });
      queue.add(userId, waiter);
    });
  }

  private queueOf(limits: CallLimits): FairQueue<Waiting> {
    const queue = this.waiting.get(limits) ?? new FairQueue<Waiting>();
    this.waiting.set(limits, queue);
    return queue;
  }

  /** Counted in the processes, because a call keeps its place until it has stopped, whether anybody waits for it or not. */
  private mayBegin(userId: string | undefined, limits: CallLimits): boolean {
    const running = (user: string): number =>
      this.living.reduce((sum, process) => sum + process.runningOf(limits, user), 0);
    return !isShareUsed(limits.ofOnePerson?.running, userId, running);
  }

  /**
   * An idle process, else a new one, else the least busy: calls share the fate of a process only if they must. Throws when a
   * new one cannot be started.
   */
  private findRoom(limits: CallLimits): CalledProcess | undefined {
    const { living } = this;
    const [best] = living
      .filter((each) => each.runningOf(limits) < limits.running)
      .sort((one, other) => one.running - other.running);
    const isFull = living.length >= this.options.processes;
    const mayJoin = best !== undefined && (best.running === 0 || isFull);
    const found = mayJoin || isFull ? best : this.start();
    clearTimeout(found && this.idle.get(found));
    if (found) this.idle.delete(found);
    return found;
  }

  private start(): CalledProcess {
    const { name, script, args = [], memoryBytes, maxAnswerBytes, log } = this.options;
    const onDeath = (death: Death): void => {
      this.processes.delete(started);
      if (death.reason !== "closed") log.warn({ process: name, ...death }, "called process died");
      this.serveWaiting();
    };
    const onRoom = (): void => this.noteRoom(started);
    let started: CalledProcess;
    try {
      started = new CalledProcess({ script, args, memoryBytes, maxAnswerBytes, onRoom, onDeath });
    } catch (error) {
      log.error({ err: error, process: name }, "called process could not be started");
      throw notStarted(error);
    }
    this.processes.add(started);
    return started;
  }

  private noteRoom(process: CalledProcess): void {
    this.serveWaiting();
    if (process.running > 0 || process.isEnding || this.idle.has(process)) return;
    const end = (): void => {
      this.idle.delete(process);
      if (process.running === 0) process.kill("closed");
    };
    this.idle.set(process, setTimeout(end, this.options.idleMs ?? IDLE_MS).unref());
  }

  private serveWaiting(): void {
    if (this.isClosed) return;
    for (const [limits, queue] of this.waiting) {
      const mayBegin = (userId: string | undefined): boolean => this.mayBegin(userId, limits) && this.hasRoom(limits);
      for (let next = queue.take(mayBegin); next; next = queue.take(mayBegin)) this.serve(next);
    }
  }

  private hasRoom(limits: CallLimits): boolean {
    const { living } = this;
    return living.length < this.options.processes || living.some((each) => each.runningOf(limits) < limits.running);
  }

  /** False while there is no room. */
  private serve({ limits, start, refuse }: Waiting): boolean {
    try {
      const free = this.findRoom(limits);
      if (free) start(free);
      return free !== undefined;
    } catch (error) {
      refuse(error as Error);
      return true;
    }
  }
}

interface Asked {
  readonly name: string;
  readonly limits: CallLimits;
  readonly userId: string | undefined;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  readonly revive: (fault: CallFault) => Error;
}

/** One call in a process, until its answer was taken or its caller has left. */
class RunningCall {
  private readonly process: CalledProcess;
  private readonly asked: Asked;
  private readonly id: number;
  private readonly arrived: Arrived[] = [];
  private wake: (() => void) | undefined;
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(process: CalledProcess, asked: Asked) {
    this.process = process;
    this.asked = asked;
    const { name, limits, userId, input, signal, revive } = asked;
    signal?.addEventListener("abort", this.abort, { once: true });
    this.waitForProcess();
    this.id = process.begin(
      {
        name,
        limits,
        userId,
        onPart: (part) => this.arrive({ part }),
        onEnd: (output) => this.finish({ output }),
        onFault: (fault) => this.finish({ error: revive(fault) }),
        onDeath: (reason) => this.finish({ error: processDied(reason) }),
      },
      input,
    );
  }

  async next(): Promise<Arrived> {
    if (this.arrived.length === 0)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    const first = this.arrived.shift();
    return first ?? { output: undefined };
  }

  noteTaken(): void {
    if (this.isOver) return;
    this.process.noteTaken(this.id);
    this.waitForProcess();
  }

  /** The caller takes nothing more. */
  leave(): void {
    if (this.isOver) return;
    this.finish({ output: undefined });
    this.process.cancel(this.id);
  }

  private readonly abort = (): void => {
    if (this.isOver) return;
    this.finish({ error: reasonOf(this.asked.signal) });
    this.process.cancel(this.id);
  };

  private waitForProcess(): void {
    clearTimeout(this.timer);
    const { limits } = this.asked;
    this.timer = setTimeout(() => {
      this.finish({ error: late(limits) });
      this.process.cancel(this.id);
    }, limits.timeMs).unref();
  }

  private arrive(arrived: Arrived): void {
    if (this.isOver) return;
    // While the reader works on a part, the time of the process does not run.
    clearTimeout(this.timer);
    this.arrived.push(arrived);
    this.wake?.();
  }

  private finish(arrived: Arrived): void {
    if (this.isOver) return;
    if ("error" in arrived) this.arrived.length = 0;
    this.arrive(arrived);
    this.isOver = true;
    this.asked.signal?.removeEventListener("abort", this.abort);
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException("the call was cancelled", "AbortError");

const toError = ({ name, message, stack }: CallFault): Error => {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
};
