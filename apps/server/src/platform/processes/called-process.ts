import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Duplex, Readable } from "node:stream";
import {
  type CallFault,
  CHANNEL_FD,
  type MessageFromProcess,
  type MessageToProcess,
  PARTS_AHEAD,
} from "./call-messages.ts";
import type { CallLimits } from "./calls.ts";
import { readFrames, writeFrame } from "./frames.ts";
import { residentBytes } from "./process-state.ts";

/** Why a process ended that still had calls. */
export type DeathReason = "memory" | "stuck" | "answer" | "exit" | "closed";

export interface Death {
  readonly reason: DeathReason;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
  readonly calls: readonly string[];
}

export interface ProcessOptions {
  readonly script: string;
  readonly args: readonly string[];
  readonly memoryBytes: number;
  readonly maxAnswerBytes: number;
  readonly onDeath: (death: Death) => void;
  /** A call has left the process. */
  readonly onRoom: () => void;
}

/** What happens to one call. Exactly one of `onEnd`, `onFault` and `onDeath` is called, once. */
export interface CallListener {
  readonly name: string;
  readonly limits: CallLimits;
  /** Whose request the call is for. */
  readonly userId: string | undefined;
  readonly onPart: (part: unknown) => void;
  readonly onEnd: (output: unknown) => void;
  readonly onFault: (fault: CallFault) => void;
  readonly onDeath: (reason: DeathReason) => void;
}

interface RunningCall extends CallListener {
  /** Parts of a stream that its reader has not taken. */
  untaken: number;
  stopTimer?: NodeJS.Timeout;
}

const PRLIMIT = "/usr/bin/prlimit";
/** Stacks of threads and what allocators set aside count as data, although nobody has written to them. */
const UNUSED_DATA_BYTES = 768 * 1024 ** 2;
const LOOK_AT_MEMORY_EVERY_MS = 100;
/** An idle process that holds more than this share gives its memory back by ending. */
const IDLE_SHARE = 0.75;
const STDERR_FD = 2;
const STDERR_CHARACTERS = 4_000;

/** The kernel's limit is the hard one; the watched one is lower, and says why. */
const commandOf = ({ script, args, memoryBytes }: ProcessOptions): readonly [string, readonly string[]] => {
  const node = [process.execPath, `--max-old-space-size=${Math.ceil(memoryBytes / 2 / 1024 ** 2)}`, script, ...args];
  if (!existsSync(PRLIMIT)) return [process.execPath, node.slice(1)];
  return [PRLIMIT, [`--data=${memoryBytes + UNUSED_DATA_BYTES}`, "--core=0", "--", ...node]];
};

/** Throws when the system has no room for another process. */
const startChild = (options: ProcessOptions): ChildProcess => {
  const [command, args] = commandOf(options);
  // No environment: no credentials, no proxies, no options of libraries.
  const child = spawn(command, [...args], { env: {}, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  // Without free descriptors there are no streams and only this event, which would end the parent if nobody heard it.
  child.on("error", () => undefined);
  if ((child.stdio as unknown) === undefined) throw new Error("no descriptor is free for another process");
  return child;
};

/** A child process that answers calls over a channel of its own, with a limit of memory. */
export class CalledProcess {
  private readonly child: ChildProcess;
  private readonly channel: Duplex;
  private readonly calls = new Map<number, RunningCall>();
  private readonly options: ProcessOptions;
  private readonly watch: NodeJS.Timeout;
  private reason: DeathReason | undefined;
  private stderr = "";
  private ids = 0;
  private readonly ended: Promise<void>;

  constructor(options: ProcessOptions) {
    this.options = options;
    this.child = startChild(options);
    this.channel = this.child.stdio[CHANNEL_FD] as Duplex;
    this.channel.on("error", () => this.kill("exit"));
    this.channel.on("close", () => this.kill("exit"));
    readFrames(this.channel, options.maxAnswerBytes, {
      onMessage: (message) => this.receive(message as MessageFromProcess),
      onError: () => this.kill("answer"),
    });
    (this.child.stderr as Readable).setEncoding("utf8").on("data", (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_CHARACTERS);
    });
    this.child.on("error", (error) => {
      this.stderr = error.message;
    });
    // Also after a child that could not be started at all.
    this.ended = new Promise((resolve) =>
      this.child.once("close", (code, signal) => {
        this.die(code, signal);
        resolve();
      }),
    );
    this.watch = setInterval(() => this.lookAtMemory(), LOOK_AT_MEMORY_EVERY_MS).unref();
    this.holdEventLoop(false);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get running(): number {
    return this.calls.size;
  }

  /** Killed or gone: it takes no more calls. */
  get isEnding(): boolean {
    return this.reason !== undefined;
  }

  /** With these limits, of everybody or of one person. */
  runningOf(limits: CallLimits, userId?: string): number {
    let count = 0;
    for (const call of this.calls.values())
      if (call.limits === limits && (userId === undefined || call.userId === userId)) count += 1;
    return count;
  }

  begin(listener: CallListener, input: unknown): number {
    this.ids += 1;
    const id = this.ids;
    // Before anything is noted, because an input that cannot be copied throws.
    this.send({ type: "call", id, name: listener.name, input });
    this.calls.set(id, { ...listener, untaken: 0 });
    this.holdEventLoop(true);
    return id;
  }

  /** Nobody waits for the call any more. It keeps its room until it has stopped. */
  cancel(id: number): void {
    const call = this.calls.get(id);
    if (!call || call.stopTimer) return;
    this.send({ type: "cancel", id });
    call.stopTimer = setTimeout(() => this.kill("stuck"), call.limits.graceMs).unref();
  }

  noteTaken(id: number): void {
    const call = this.calls.get(id);
    if (call) call.untaken -= 1;
    this.send({ type: "taken", id });
  }

  /** There is nothing in it that is worth an orderly end. What follows from the first reason is no reason of its own. */
  kill(reason: DeathReason): void {
    if (this.isEnding) return;
    this.reason = reason;
    clearInterval(this.watch);
    this.child.kill("SIGKILL");
  }

  /** The parent waits until it is gone, so that its files can be removed. */
  async end(): Promise<void> {
    this.holdEventLoop(true);
    this.kill("closed");
    await this.ended;
  }

  /** Only a process with calls keeps its parent from ending. */
  private holdEventLoop(isHeld: boolean): void {
    const handles = [this.child, ...this.child.stdio.slice(STDERR_FD)] as readonly { ref(): void; unref(): void }[];
    for (const handle of handles) {
      if (isHeld) handle.ref();
      else handle.unref();
    }
  }

  private send(message: MessageToProcess): void {
    if (!this.channel.destroyed) writeFrame(this.channel, message);
  }

  private receive(message: MessageFromProcess): void {
    const call = this.calls.get(message.id);
    if (!call) return;
    if (message.type === "part") {
      call.untaken += 1;
      // Nobody has asked for so much: it would fill the memory of the parent instead.
      if (call.untaken > PARTS_AHEAD) this.kill("answer");
      else call.onPart(message.part);
      return;
    }
    this.calls.delete(message.id);
    clearTimeout(call.stopTimer);
    if (message.type === "fault") call.onFault(message.fault);
    else call.onEnd(message.type === "answer" ? message.output : undefined);
    if (this.calls.size === 0) this.holdEventLoop(false);
    this.releaseMemory();
    this.options.onRoom();
  }

  private releaseMemory(): void {
    if (this.calls.size > 0 || this.isEnding || this.pid === undefined) return;
    if ((residentBytes(this.pid) ?? 0) > IDLE_SHARE * this.options.memoryBytes) this.kill("closed");
  }

  private lookAtMemory(): void {
    if (this.calls.size === 0 || this.pid === undefined) return;
    if ((residentBytes(this.pid) ?? 0) > this.options.memoryBytes) this.kill("memory");
  }

  private die(exitCode: number | null, signal: NodeJS.Signals | null): void {
    this.reason ??= "exit";
    clearInterval(this.watch);
    this.channel.destroy();
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) {
      clearTimeout(call.stopTimer);
      call.onDeath(this.reason);
    }
    const { reason, stderr } = this;
    this.options.onDeath({ reason, exitCode, signal, stderr, calls: calls.map(({ name }) => name) });
  }
}
