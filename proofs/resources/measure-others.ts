// How long the light requests of one person take, alone and while another person makes costly ones. Slices alternate, so that
// whatever else the machine does meets both alike.
import { setTimeout as sleep } from "node:timers/promises";
import { type HttpLine, openLine } from "../bench/ledger/http-line.ts";
import { median, percentile } from "../bench/statistics.ts";
import type { CostlyRequest, HttpInput } from "./costly-requests.ts";

export interface MeasureOptions {
  readonly port: number;
  readonly slices: number;
  readonly sliceMs: number;
  /** Of the person who makes the costly requests. */
  readonly costlyCookie: string;
  readonly lightCookie: string;
  readonly light: readonly HttpInput[];
}

/** 99th percentiles by slice, in pairs, and what the costly requests were answered. */
export interface Measured {
  readonly idleMs: readonly number[];
  readonly loadedMs: readonly number[];
  readonly answered: number;
  /** By status: refusals with a time to try again, and any other answer but 200. */
  readonly refused: ReadonlyMap<number, number>;
}

const AT_ONCE = 20;
/** Far below what the API can answer. */
const PROBE_EVERY_MS = 12;
/** Work that was given up goes on for a moment, which must not count as idle: until so many answers in a row are quick. */
const QUICK_ANSWERS = 5;
const QUICK_RATIO = 2;
const SETTLE_EVERY_MS = 20;
const MAX_SETTLE_MS = 5_000;
/** A client that is told to try again later does so, a little impatiently. */
const REFUSED_PAUSE_MS = 500;

const headersOf = (cookie: string): Record<string, string> => ({
  cookie,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
});

interface Probed {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Connections of the person who asks for little; another one is opened while all wait for an answer. */
class LightLines {
  private readonly free: HttpLine[] = [];
  private readonly options: MeasureOptions;

  constructor(options: MeasureOptions) {
    this.options = options;
  }

  /** Milliseconds until the answer. */
  async ask(n: number): Promise<number> {
    const { light, lightCookie, port } = this.options;
    const startedMs = performance.now();
    const line = this.free.pop() ?? (await openLine(port));
    const { method, target } = light[n % light.length] ?? { method: "GET", target: "/" };
    const { status, body } = await line.ask(method, target, headersOf(lightCookie));
    if (status !== 200) throw new Error(`${target} answered ${status}: ${body.slice(0, 300)}`);
    this.free.push(line);
    return performance.now() - startedMs;
  }

  close(): void {
    for (const line of this.free.splice(0)) line.close();
  }
}

interface Probed {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** At a fixed rate, whether or not there was an answer to the request before: as people ask (no coordinated omission). */
const probe = async (lines: LightLines, { sliceMs }: MeasureOptions): Promise<Probed> => {
  const asked: Promise<number>[] = [];
  const startedMs = performance.now();
  for (let n = 0; n * PROBE_EVERY_MS < sliceMs; n++) {
    const earlyMs = startedMs + n * PROBE_EVERY_MS - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    asked.push(lines.ask(n));
  }
  const times = (await Promise.all(asked)).sort((a, b) => a - b);
  return { medianMs: median(times), p99Ms: percentile(times, 0.99) };
};

const settle = async (lines: LightLines, idleMs: number): Promise<void> => {
  const deadlineMs = performance.now() + MAX_SETTLE_MS;
  for (let quick = 0; quick < QUICK_ANSWERS && performance.now() < deadlineMs; ) {
    quick = (await lines.ask(quick)) <= idleMs * QUICK_RATIO ? quick + 1 : 0;
    await sleep(SETTLE_EVERY_MS);
  }
};

interface Tally {
  answered: number;
  readonly refused: Map<number, number>;
}

/** Asks until it is stopped; what is under way then is given up, as by somebody who closes the page. */
const startAsking = (costly: CostlyRequest, { port, costlyCookie }: MeasureOptions, tally: Tally) => {
  const headers = headersOf(costlyCookie);
  const opened = new Set<HttpLine>();
  let isOver = false;
  const askOne = async (line: HttpLine): Promise<void> => {
    const { method, target, body } = await costly.next();
    const { status, body: answer } = await line.ask(method, target, headers, body);
    if (status === 200) {
      tally.answered += 1;
      return;
    }
    tally.refused.set(status, (tally.refused.get(status) ?? 0) + 1);
    if (status !== 429 && status !== 503) throw new Error(`${target} answered ${status}: ${answer.slice(0, 300)}`);
    await sleep(REFUSED_PAUSE_MS);
  };
  /** The server closes the connection of a body that it did not read. */
  const onOneLine = async (): Promise<void> => {
    const line = await openLine(port);
    opened.add(line);
    try {
      while (!isOver) await askOne(line);
    } catch (error) {
      if (!isOver && !isCut(error)) throw error;
    } finally {
      line.close();
      opened.delete(line);
    }
  };
  const keepAsking = async (): Promise<void> => {
    while (!isOver) await onOneLine();
  };
  const asking = Promise.all(Array.from({ length: AT_ONCE }, keepAsking));
  // It is awaited when the slice is over, which is too late for the runtime.
  asking.catch(() => undefined);
  return async (): Promise<void> => {
    isOver = true;
    for (const line of opened) line.close();
    await asking;
  };
};

const isCut = (error: unknown): boolean =>
  error instanceof Error && /line was cut|ECONNRESET|EPIPE/.test(`${error.message} ${String(error)}`);

const loadedSlice = async (
  lines: LightLines,
  costly: CostlyRequest,
  options: MeasureOptions,
  tally: Tally,
): Promise<Probed> => {
  const stop = startAsking(costly, options, tally);
  try {
    return await probe(lines, options);
  } finally {
    await stop();
  }
};

export const measureOthers = async (costly: CostlyRequest, options: MeasureOptions): Promise<Measured> => {
  const lines = new LightLines(options);
  const tally: Tally = { answered: 0, refused: new Map() };
  const [idleMs, loadedMs]: [number[], number[]] = [[], []];
  try {
    // The first answers wait for libraries, plans and code.
    const { medianMs } = await probe(lines, options);
    await loadedSlice(lines, costly, options, { answered: 0, refused: new Map() });
    for (let n = 0; n < options.slices; n++) {
      await settle(lines, medianMs);
      idleMs.push((await probe(lines, options)).p99Ms);
      loadedMs.push((await loadedSlice(lines, costly, options, tally)).p99Ms);
    }
    await settle(lines, medianMs);
  } finally {
    lines.close();
  }
  return { idleMs, loadedMs, ...tally };
};

const ROUNDS = 2_000;

export interface Ratio {
  readonly value: number;
  /** 90 %, by resampling pairs of slices. */
  readonly low: number;
  readonly high: number;
}

/** The median of the loaded slices against that of the idle ones. */
export const ratioOf = ({ idleMs, loadedMs }: Measured, below: (limit: number) => number): Ratio => {
  const ratioAt = (picked: readonly number[]): number =>
    median(picked.map((at) => loadedMs[at] ?? Number.NaN)) / median(picked.map((at) => idleMs[at] ?? Number.NaN));
  const all = idleMs.map((_, at) => at);
  const drawn = Array.from({ length: ROUNDS }, () => ratioAt(all.map(() => below(all.length)))).sort((a, b) => a - b);
  return { value: ratioAt(all), low: percentile(drawn, 0.05), high: percentile(drawn, 0.95) };
};
