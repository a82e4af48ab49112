// How long the light requests of one person take, alone and while another person makes costly ones. Slices alternate, so that
// whatever else the machine does meets both alike.
import { setTimeout as sleep } from "node:timers/promises";
import { type HttpLine, openLine } from "../bench/ledger/http-line.ts";
import { median, percentile } from "../bench/statistics.ts";
import type { CostlyRequest } from "./costly-requests.ts";
import { headersOf, type LightPerson, type Probed } from "./light-lines.ts";
import { openProber, type Prober } from "./prober.ts";

export interface MeasureOptions extends LightPerson {
  readonly slices: number;
  readonly sliceMs: number;
  /** Of the person who makes the costly requests. */
  readonly costlyCookie: string;
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
/** A client that is told to try again later does so, a little impatiently. */
const REFUSED_PAUSE_MS = 500;

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
  prober: Prober,
  costly: CostlyRequest,
  options: MeasureOptions,
  tally: Tally,
): Promise<Probed> => {
  const stop = startAsking(costly, options, tally);
  try {
    return await prober.probe(options.sliceMs);
  } finally {
    await stop();
  }
};

export const measureOthers = async (costly: CostlyRequest, options: MeasureOptions): Promise<Measured> => {
  const prober = openProber(options);
  const tally: Tally = { answered: 0, refused: new Map() };
  const [idleMs, loadedMs]: [number[], number[]] = [[], []];
  try {
    // The first answers wait for libraries, plans and code.
    const { medianMs } = await prober.probe(options.sliceMs);
    await loadedSlice(prober, costly, options, { answered: 0, refused: new Map() });
    for (let n = 0; n < options.slices; n++) {
      await prober.settle(medianMs);
      idleMs.push((await prober.probe(options.sliceMs)).p99Ms);
      loadedMs.push((await loadedSlice(prober, costly, options, tally)).p99Ms);
    }
    await prober.settle(medianMs);
  } finally {
    await prober.close();
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
