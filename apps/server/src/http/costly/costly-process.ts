import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { type Backoff, backoffMs } from "../../platform/concurrency/backoff.ts";
import type { Log } from "../../platform/observability/log.ts";

export interface CostlyProcessOptions {
  readonly script: string;
  /** The path of its socket follows them. */
  readonly args: readonly string[];
  readonly log: Log;
  /** It ends when nobody has asked it anything for so long. */
  readonly idleMs?: number;
  /** After it could not start. */
  readonly backoff?: Backoff;
}

interface Child {
  readonly process: ChildProcess;
  readonly address: string;
  readonly started: Promise<string>;
  isReady: boolean;
}

const IDLE_MS = 5 * 60_000;
const BACKOFF: Backoff = { everyMs: 1_000, maxMs: 60_000 };
/** Behind the process that answers everybody, wherever both want the processor. */
const BEHIND = 10;
const LOWEST = 19;

/**
 * A second process of the API, which makes the costly answers: they would keep the event loop of this one from everything
 * else. The first costly request starts it, and idleness ends it. It listens in a folder that only this user can enter.
 */
export class CostlyProcess {
  private readonly options: CostlyProcessOptions;
  private child: Child | undefined;
  private idle: NodeJS.Timeout | undefined;
  /** To start, in a row. */
  private failures = 0;
  private startsAtMs = 0;

  constructor(options: CostlyProcessOptions) {
    this.options = options;
  }

  get pid(): number | undefined {
    return this.child?.process.pid;
  }

  /** Where it listens; undefined while it starts, and for a while after it could not. */
  address(): string | undefined {
    const child = this.open();
    return child?.isReady ? child.address : undefined;
  }

  /** Waits while it starts. */
  async started(): Promise<string> {
    const child = this.open();
    if (child) return child.started;
    const retryAfterS = Math.max(1, (this.startsAtMs - performance.now()) / 1_000);
    throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS, loggedAs: "costly_process_missing" });
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { child } = this;
    if (!child) return;
    const ended = once(child.process, "exit");
    this.end(child);
    await ended;
  }

  private open(): Child | undefined {
    if (!this.child && performance.now() >= this.startsAtMs) this.child = this.start();
    if (this.child?.isReady) this.endWhenIdle(this.child);
    return this.child;
  }

  /** Each start costs as much as one of the API: what fails is not tried with every request. */
  private noteFailure(): void {
    this.failures += 1;
    this.startsAtMs = performance.now() + backoffMs(this.options.backoff ?? BACKOFF, this.failures - 1, Math.random());
  }

  private endWhenIdle(child: Child): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.end(child), this.options.idleMs ?? IDLE_MS).unref();
  }

  private start(): Child {
    const { script, args, log } = this.options;
    const folder = mkdtempSync(join(tmpdir(), "dailies-costly-"));
    const address = join(folder, "api.sock");
    const process = fork(script, [...args, address]);
    if (process.pid !== undefined) setPriority(process.pid, Math.min(LOWEST, getPriority() + BEHIND));
    const child: Child = { process, address, isReady: false, started: this.whenReady(process, address) };
    // Whoever waits for it is told; it may be that nobody does.
    child.started.then(
      () => {
        child.isReady = true;
        this.failures = 0;
        this.endWhenIdle(child);
      },
      () => this.noteFailure(),
    );
    const lose = (about: object): void => {
      rmSync(folder, { recursive: true, force: true });
      if (this.child !== child) return;
      this.child = undefined;
      log.error(about, "the process for costly answers ended unexpectedly");
    };
    // The system had no room for it, and there is no exit.
    process.on("error", (error) => lose({ err: error }));
    process.once("exit", (code, signal) => lose({ code, signal }));
    return child;
  }

  private async whenReady(process: ChildProcess, address: string): Promise<string> {
    const outcome = Promise.withResolvers<void>();
    const fail = (cause: unknown): void =>
      outcome.reject(new DomainError("unavailable", MESSAGES.busy, { cause, retryAfterS: 2 }));
    process.once("message", () => outcome.resolve());
    process.once("exit", fail);
    process.once("error", fail);
    await outcome.promise;
    process.channel?.unref();
    return address;
  }

  /** It answers what it was asked and then ends by itself. */
  private end(child: Child): void {
    if (this.child === child) this.child = undefined;
    if (child.process.connected) child.process.disconnect();
  }
}
