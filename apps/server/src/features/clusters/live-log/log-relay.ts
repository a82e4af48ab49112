import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterFault } from "@dailies/contract";
import { backoffMs } from "../../../platform/concurrency/backoff.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { SseConnection } from "../../events/index.ts";
import { LogBuffer, type LogChange } from "./log-buffer.ts";

export interface FollowedLog {
  readonly jobId: string;
  readonly clusterId: string;
  /** Known secrets, to be removed wherever they appear. */
  readonly secrets: readonly string[];
  /** The last lines of the log and then what comes, until the signal. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;
}

interface Relayed extends FollowedLog {
  readonly viewers: Set<SseConnection>;
  readonly stop: AbortController;
  buffer: LogBuffer | undefined;
  fault: ClusterFault | null;
  /** Since the last flush. */
  bytes: number;
  /** Resolved by the next flush. */
  flushed: PromiseWithResolvers<void>;
  /** The job has ended; its last lines are given one more round to arrive. */
  rounds: number;
}

export interface LogRelayOptions {
  readonly log: Log;
  /** Those of the jobs that have ended or are no longer known. */
  readonly listEnded: (jobIds: readonly string[]) => Promise<readonly string[]>;
  readonly flushMs?: number;
  readonly lookMs?: number;
}

/** Ray answers at most a hundred such requests at a time, and other tools ask it too. */
const MAX_LOGS_OF_CLUSTER = 8;
const MAX_VIEWERS = 500;
/** A browser has six connections to a server without HTTP/2, and pages need some of them. */
const MAX_VIEWERS_OF_USER = 3;
/** Back-pressure: a log that grows faster is read this fast, and Ray waits. */
const MAX_BYTES_A_FLUSH = 1024 ** 2;
const FLUSH_MS = 300;
const LOOK_MS = 2_000;
const RETRY = { everyMs: 1_000, maxMs: 15_000 };

export type Refusal = "viewers" | "viewers of user" | "logs of cluster";

/**
 * Follows the logs of running jobs for the pages that show them: one reader for each job, whoever watches it, which begins with
 * the first viewer and ends with the last one or with the job.
 */
export class LogRelay {
  /** All viewers, whose sessions are checked by the monitor of connections. */
  readonly lines = new Set<SseConnection>();
  /** Nothing is resumed: a viewer who comes back gets the end of the log. */
  readonly head = "0-0";
  private readonly options: LogRelayOptions;
  private readonly relayed = new Map<string, Relayed>();
  private timer: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(options: LogRelayOptions) {
    this.options = options;
  }

  get readers(): number {
    return this.relayed.size;
  }

  /** Why there is no room for another viewer; undefined when there is. */
  refusal(userId: string, { jobId, clusterId }: Pick<FollowedLog, "jobId" | "clusterId">): Refusal | undefined {
    if (this.lines.size >= MAX_VIEWERS) return "viewers";
    const own = [...this.lines].filter(({ owner }) => owner.userId === userId);
    if (own.length >= MAX_VIEWERS_OF_USER) return "viewers of user";
    if (this.relayed.has(jobId)) return undefined;
    const others = [...this.relayed.values()].filter((one) => one.clusterId === clusterId);
    return others.length >= MAX_LOGS_OF_CLUSTER ? "logs of cluster" : undefined;
  }

  add(line: SseConnection, followed: FollowedLog): void {
    const relayed = this.relayed.get(followed.jobId) ?? this.begin(followed);
    // First what the others have not seen, so that nothing is sent twice to this one.
    this.flushOne(relayed, performance.now());
    relayed.viewers.add(line);
    this.lines.add(line);
    line.onClose(() => this.remove(line, relayed));
    const seen = relayed.buffer?.whole();
    if (seen && seen.text !== "") line.write(frameOf(seen), performance.now());
    if (relayed.fault) line.write(faultFrame(relayed.fault), performance.now());
  }

  /** Ends every reader and every connection. */
  close(): void {
    for (const relayed of this.relayed.values()) this.end(relayed);
  }

  private begin(followed: FollowedLog): Relayed {
    const relayed: Relayed = {
      ...followed,
      viewers: new Set(),
      stop: new AbortController(),
      buffer: undefined,
      fault: null,
      bytes: 0,
      flushed: Promise.withResolvers(),
      rounds: 0,
    };
    this.relayed.set(followed.jobId, relayed);
    this.timer ??= setInterval(() => this.flush(), this.options.flushMs ?? FLUSH_MS).unref();
    this.looking ??= setInterval(() => void this.look(), this.options.lookMs ?? LOOK_MS).unref();
    void this.follow(relayed);
    return relayed;
  }

  private remove(line: SseConnection, relayed: Relayed): void {
    this.lines.delete(line);
    relayed.viewers.delete(line);
    if (relayed.viewers.size === 0) this.end(relayed);
  }

  private end(relayed: Relayed): void {
    if (this.relayed.get(relayed.jobId) === relayed) this.relayed.delete(relayed.jobId);
    relayed.stop.abort();
    relayed.flushed.resolve();
    for (const line of relayed.viewers) line.end(END);
    if (this.relayed.size > 0) return;
    clearInterval(this.timer);
    clearInterval(this.looking);
    [this.timer, this.looking] = [undefined, undefined];
  }

  /** Reads until nobody watches. What fails is tried again, and viewers are told why nothing comes. */
  private async follow(relayed: Relayed): Promise<void> {
    const { signal } = relayed.stop;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const chunks = await relayed.open(signal);
        // The first lines repeat what viewers have, so that they replace it.
        relayed.buffer = new LogBuffer(relayed.secrets);
        relayed.fault = null;
        failures = 0;
        for await (const chunk of chunks) await this.take(relayed, chunk);
      } catch (error) {
        if (signal.aborted) return;
        this.noteFault(relayed, error);
      }
      await sleep(backoffMs(RETRY, failures + 1, Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  private async take(relayed: Relayed, chunk: Buffer): Promise<void> {
    relayed.buffer?.push(chunk);
    relayed.bytes += chunk.length;
    if (relayed.bytes > MAX_BYTES_A_FLUSH) await relayed.flushed.promise;
  }

  private noteFault(relayed: Relayed, error: unknown): void {
    const fault = toRayFault(error)?.fault;
    if (!fault) {
      this.options.log.warn({ err: error, jobId: relayed.jobId }, "a log could not be followed");
      this.end(relayed);
      return;
    }
    // Ray begins its answer with the first line: a job that has printed nothing yet does not answer in time.
    if (fault === "timeout" || fault === relayed.fault) return;
    relayed.fault = fault;
    for (const line of relayed.viewers) line.write(faultFrame(fault), performance.now());
  }

  private flush(): void {
    const nowMs = performance.now();
    for (const relayed of this.relayed.values()) {
      this.flushOne(relayed, nowMs);
      relayed.bytes = 0;
      relayed.flushed.resolve();
      relayed.flushed = Promise.withResolvers();
    }
  }

  private flushOne({ buffer, viewers }: Relayed, nowMs: number): void {
    const change = buffer?.take();
    if (!change) return;
    const bytes = frameOf(change);
    for (const line of viewers) line.write(bytes, nowMs);
  }

  private async look(): Promise<void> {
    try {
      for (const jobId of await this.options.listEnded([...this.relayed.keys()])) {
        const relayed = this.relayed.get(jobId);
        if (!relayed) continue;
        relayed.rounds += 1;
        if (relayed.rounds > 1) this.end(relayed);
      }
    } catch (error) {
      this.options.log.debug({ err: error }, "the jobs of followed logs could not be read");
    }
  }
}

const frame = (event: string, data: object): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
const frameOf = ({ kind, text, isTruncated }: LogChange): Buffer =>
  frame("log", { kind, text, ...(kind === "reset" && { is_truncated: isTruncated }) });
const faultFrame = (fault: ClusterFault): Buffer => frame("fault", { fault });
/** The page reads the kept end of the log from here on. */
const END = frame("end", {});
