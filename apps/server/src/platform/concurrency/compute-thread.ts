import { type TransferListItem, Worker } from "node:worker_threads";
import { type ErrorCode, MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Log } from "../observability/log.ts";

export interface ComputeThreadOptions {
  readonly script: URL;
  readonly log: Log;
  /** A computation that takes longer is aborted. */
  readonly timeLimitMs: number;
  /** An idle thread ends after this time, which frees its memory. */
  readonly idleMs: number;
  readonly maxHeapMegabytes: number;
  /** Passed to the thread at its start. */
  readonly data?: unknown;
}

/** A fault with a code is a refusal with a message for the user. */
export type ThreadReply = { readonly answer: unknown } | { readonly fault: string; readonly code?: ErrorCode };

interface Running {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const deathOf = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error(String(error));
  const isTooLarge = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isTooLarge ? new DomainError("invalid", "this needs more memory than one request may use") : error;
};

const GIVEN_UP = "the request was cancelled by the client";

/**
 * A worker thread for work that would block the event loop. One request at a time; callers that need more keep a queue.
 * Starts with the first request. A request that times out or is cancelled terminates the thread, the only way to stop a
 * computation; the next request starts a new one.
 */
export class ComputeThread<Ask, Answer> {
  private readonly options: ComputeThreadOptions;
  private worker: Worker | undefined;
  private running: Running | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(options: ComputeThreadOptions) {
    this.options = options;
  }

  async run(input: Ask, { signal, transfer }: { signal: AbortSignal; transfer: TransferListItem[] }): Promise<Answer> {
    if (this.running) throw new Error("the thread is busy");
    if (signal.aborted) throw new DomainError("unavailable", GIVEN_UP);
    clearTimeout(this.idle);
    const { timeLimitMs, log } = this.options;
    const abort = (words: string): void => void this.end(new DomainError("unavailable", words));
    const leave = (): void => abort(GIVEN_UP);
    const tooLong = setTimeout(() => {
      log.warn({ timeLimitMs }, "computation exceeded its time limit and was cancelled");
      abort("the computation timed out");
    }, timeLimitMs);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return (await this.ask(input, transfer)) as Answer;
    } finally {
      clearTimeout(tooLong);
      signal.removeEventListener("abort", leave);
      this.running = undefined;
      this.idle = setTimeout(() => void this.end(), this.options.idleMs).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    await this.end(new DomainError("unavailable", MESSAGES.busy));
  }

  private ask(input: Ask, transfer: TransferListItem[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.running = { resolve, reject };
      this.worker ??= this.start();
      this.worker.postMessage(input, transfer);
    });
  }

  private start(): Worker {
    const { script, maxHeapMegabytes, data } = this.options;
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    worker.unref();
    const isCurrent = (): boolean => this.worker === worker;
    const fail = (error: Error): void => {
      if (isCurrent()) void this.end(error);
    };
    worker.on("message", (reply: ThreadReply) => {
      if (!isCurrent()) return;
      if ("answer" in reply) this.running?.resolve(reply.answer);
      else this.running?.reject(reply.code ? new DomainError(reply.code, reply.fault) : new Error(reply.fault));
    });
    // The thread died: out of memory, or an error that it could not catch.
    worker.on("error", (error) => fail(deathOf(error)));
    worker.on("exit", (code) => fail(new Error(`the thread ended with ${code}`)));
    return worker;
  }

  private async end(error?: Error): Promise<void> {
    const { worker, running } = this;
    this.worker = undefined;
    if (error) running?.reject(error);
    await worker?.terminate();
  }
}
