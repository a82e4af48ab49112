import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { type BenchRun, controlVoids } from "../figures/bench-run.ts";
import type { MeasuredFigure } from "../figures/compare-figure.ts";
import { print } from "../ledger/report.ts";
import { drift, interval90, median } from "../statistics.ts";
import { type Client, readRange } from "./timed-get.ts";

export type ReadAsPage = (target: Target) => Promise<number>;

/** A sample and the location of its bytes, so that they can be read without the product. */
export interface Target {
  readonly index: number;
  readonly shard: number;
  readonly url: string;
  readonly indexInShard: number;
  readonly begin: number;
  readonly end: number;
  readonly caption: string;
}

export interface Seen {
  readonly apiMs: number;
  readonly bareMs: number;
  readonly againMs: number;
  /** Read by the page itself; NaN when not tried. */
  readonly pageMs: number;
  /** Of the two bare reads only the second. */
  readonly sampleMs: number;
  readonly requests: number;
  readonly fetchedBytes: number;
  readonly shownBytes: number;
}

export interface Api {
  readonly client: Client;
  readonly origin: string;
  readonly cookie: string;
}

const ask = async <T>({ client, origin, cookie }: Api, path: string): Promise<{ answer: T; tookMs: number }> => {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const { status, body, tookMs } = await client.get(`${origin}/api_v1/sdv/${path}`, headers);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString("utf8", 0, 300)}`);
  return { answer: JSON.parse(body.toString()) as T, tookMs };
};

export const openSet = (api: Api, uri: string) => ask<ViewerHeader>(api, `open?uri=${encodeURIComponent(uri)}`);

/** How much of a sample the server reads to show it; the page reads the clip itself. */
export const findHeadBytes = async (api: Api, handle: string, index: number): Promise<number> => {
  await ask(api, `${handle}/sample/${index}`);
  return (await ask<ViewerSample>(api, `${handle}/sample/${index}`)).answer.io.bytes;
};

const WORD = 4;

/** The same ranges in sequence, as they depend on each other: the offsets, then the sample. */
const readBare = async (bare: Client, { url, indexInShard, begin, end }: Target, { headBytes }: ReadOptions) => {
  const at = WORD * (indexInShard + 1);
  const table = await readRange(bare, url, at, at + 2 * WORD);
  const sample = await readRange(bare, url, begin, Math.min(end, begin + headBytes));
  return { bothMs: table.tookMs + sample.tookMs, sampleMs: sample.tookMs };
};

interface ReadOptions {
  readonly turn: number;
  readonly headBytes: number;
  readonly readAsPage?: ReadAsPage;
}

/** What the page then reads directly from storage. */
const clipBytesOf = ({ columns }: ViewerSample): number =>
  columns.reduce((sum, { value, begin, end }) => sum + (value.kind === "media" ? end - begin : 0), 0);

/** Every order in turn: each side affects caches and connections of the next. */
const ORDERS = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [2, 3, 0, 1],
  [1, 0, 3, 2],
  [1, 3, 0, 2],
  [2, 0, 3, 1],
  [3, 1, 2, 0],
  [0, 2, 1, 3],
] as const;

export const measureTarget = async (
  api: Api,
  bare: Client,
  handle: string,
  target: Target,
  options: ReadOptions,
): Promise<Seen> => {
  const ms = [0, 0, 0, 0];
  let sample: ViewerSample | undefined;
  let sampleMs = 0;
  const sides = [
    async () => {
      const read = await readBare(bare, target, options);
      ({ sampleMs } = read);
      return read.bothMs;
    },
    async () => {
      const { answer, tookMs } = await ask<ViewerSample>(api, `${handle}/sample/${target.index}`);
      sample = answer;
      return tookMs;
    },
    async () => (await readBare(bare, target, options)).bothMs,
    async () => (options.readAsPage ? options.readAsPage(target) : Number.NaN),
  ];
  for (const side of ORDERS[options.turn % ORDERS.length] ?? []) ms[side] = (await sides[side]?.()) ?? Number.NaN;
  const [caption] = sample?.columns ?? [];
  if (!sample || caption?.value.kind !== "text" || caption.value.text !== target.caption)
    throw new Error(`sample ${target.index} is not ${target.caption}: ${JSON.stringify(caption)}`);
  const [bareMs = Number.NaN, apiMs = Number.NaN, againMs = Number.NaN, pageMs = Number.NaN] = ms;
  const { requests, bytes } = sample.io;
  const fetchedBytes = bytes + clipBytesOf(sample);
  return { apiMs, bareMs, againMs, pageMs, sampleMs, requests, fetchedBytes, shownBytes: sample.end - sample.begin };
};

const BLOCK = 20;
const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** Ratios of medians of neighbouring blocks, so that a single wait for the disk does not decide. */
const blockRatios = (
  seen: readonly Seen[],
  above: "apiMs" | "againMs" | "pageMs",
  below: "bareMs" | "sampleMs" = "bareMs",
): number[] => {
  const ratios: number[] = [];
  for (let from = 0; from + BLOCK <= seen.length; from += BLOCK) {
    const block = seen.slice(from, from + BLOCK);
    ratios.push(median(block.map((one) => one[above])) / median(block.map((one) => one[below])));
  }
  return ratios;
};

/** Allowed deviation from one for bare reads against themselves. */
const CONTROL = 0.1;

const say = (ratios: readonly number[]): string => {
  const [low, high] = interval90(ratios);
  return `${median(ratios).toFixed(2)} (90 % ${low.toFixed(2)}–${high.toFixed(2)})`;
};

interface Kind {
  /** Measurement id of the figures. */
  readonly measurement: string;
  readonly name: "cold" | "warm";
  /** Whether the store has the latency of real storage, so that the time is meaningful. */
  readonly isTimed: boolean;
}

const figureOf = (id: string, ratios: readonly number[]): MeasuredFigure => ({
  id,
  value: median(ratios),
  interval: interval90(ratios),
});

/** Cost of a class of samples: reads, bytes, time. */
export const judge = (seen: readonly Seen[], { measurement, name, isTimed }: Kind): BenchRun => {
  const reads = seen.map(({ requests }) => requests);
  const fetched = seen.reduce((sum, one) => sum + one.fetchedBytes, 0);
  const shown = seen.reduce((sum, one) => sum + one.shownBytes, 0);
  const [ratios, control] = [blockRatios(seen, "apiMs"), blockRatios(seen, "againMs")];
  const [apiMs, bareMs] = [seen.map((one) => one.apiMs), seen.map((one) => one.bareMs)];
  const page = isTimed ? blockRatios(seen, "pageMs") : [];
  const isCold = name === "cold";
  const lines = [
    `${name}, ${seen.length} samples: ${(reads.reduce((sum, one) => sum + one, 0) / seen.length).toFixed(2)} reads each, at most ${Math.max(...reads)}`,
    `  bytes fetched ÷ shown, with the clip that the page reads, ${(fetched / shown).toFixed(4)}`,
    `  p50 ${median(apiMs).toFixed(2)} ms against ${median(bareMs).toFixed(2)} bare, p99 ${p99(apiMs).toFixed(1)} against ${p99(bareMs).toFixed(1)}`,
    `  through the API against two bare reads ${say(ratios)}, half ${drift(ratios).toFixed(2)}; bare against itself ${say(control)}`,
    ...(isTimed ? [`  by the page itself against two bare reads ${say(page)}`] : []),
    ...(isCold ? [] : [`  against the one bare read that it needs ${say(blockRatios(seen, "apiMs", "sampleMs"))}`]),
  ];
  for (const line of lines) print(`  ${line}`);
  return {
    figures: [
      { id: `${measurement}.reads-${name}`, value: Math.max(...reads) },
      ...(isCold ? [{ id: `${measurement}.bytes`, value: fetched / shown }] : []),
      ...(isCold && isTimed ? [figureOf(`${measurement}.page`, page), figureOf(`${measurement}.api`, ratios)] : []),
    ],
    voids: isTimed ? controlVoids(`${name}: bare reads against themselves`, median(control), CONTROL) : [],
    faults: [],
    notes: { [measurement]: lines.map((line) => line.trim()).join("; ") },
  };
};
