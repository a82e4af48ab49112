import { FormatFault } from "../../format-fault.ts";

/** What an order file refers to. */
export interface OrderedShards {
  readonly shards: number;
  readonly samples: number;
  readonly firstSample: (shard: number) => number;
  readonly samplesIn: (shard: number) => number;
  /** Negative when no shard has this name. */
  readonly shardNamed: (name: string) => number;
}

export interface FileOrder {
  readonly total: number;
  /** Null when the dataset has too many samples to mark each. */
  readonly distinctSamples: number | null;
  readonly sizeBytes: number;
  /** Indexes in the whole dataset. */
  readonly window: (offset: number, limit: number) => Float64Array;
}

interface Run {
  readonly first: number;
  readonly samples: number;
}

const MAX_LINE_BYTES = 4_096;
const MAX_ENTRIES = 1_000_000;
const MAX_MARKED_SAMPLES = 400_000_000;
const START_ENTRIES = 1_024;
const NUMBER_BYTES = 8;
const NEWLINE = 10;
const WHOLE = /^\d{1,15}$/;
const IN_SHARD = /^(.+):(\d{1,15})$/;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Runs of consecutive samples: their first samples, and the positions at which they end. */
class RunList {
  private first = new Float64Array(START_ENTRIES);
  private ends = new Float64Array(START_ENTRIES);
  private readonly maxEntries: number;
  private count = 0;

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries;
  }

  get total(): number {
    return this.count === 0 ? 0 : (this.ends[this.count - 1] ?? 0);
  }

  add({ first, samples }: Run): void {
    if (samples === 0) return;
    const { total } = this;
    const last = this.count - 1;
    const begin = last > 0 ? (this.ends[last - 1] ?? 0) : 0;
    if (last >= 0 && (this.first[last] ?? 0) + total - begin === first) {
      this.ends[last] = total + samples;
      return;
    }
    if (this.count >= this.maxEntries)
      throw new FormatFault(
        "too_large",
        `the file has more than ${this.maxEntries.toLocaleString("en")} entries that do not follow each other: list shards instead of samples`,
      );
    if (this.count === this.first.length) this.grow();
    this.first[this.count] = first;
    this.ends[this.count] = total + samples;
    this.count += 1;
  }

  private grow(): void {
    const [first, ends] = [this.first, this.ends];
    this.first = new Float64Array(first.length * 2);
    this.ends = new Float64Array(first.length * 2);
    this.first.set(first);
    this.ends.set(ends);
  }

  toOrder(distinctSamples: number | null): FileOrder {
    const first = this.first.slice(0, this.count);
    const ends = this.ends.slice(0, this.count);
    const total = this.total;
    return {
      total,
      distinctSamples,
      sizeBytes: 2 * NUMBER_BYTES * this.count,
      window: (offset, limit) => readWindow({ first, ends, total }, offset, limit),
    };
  }
}

/** The first run that ends behind a position. */
const findRun = (ends: Float64Array, position: number): number => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
};

const readWindow = (
  { first, ends, total }: { readonly first: Float64Array; readonly ends: Float64Array; readonly total: number },
  offset: number,
  limit: number,
): Float64Array => {
  const indices = new Float64Array(Math.max(0, Math.min(limit, total - offset)));
  let run = findRun(ends, offset);
  for (let at = 0; at < indices.length; at += 1) {
    const position = offset + at;
    while ((ends[run] ?? 0) <= position) run += 1;
    indices[at] = (first[run] ?? 0) + position - (run === 0 ? 0 : (ends[run - 1] ?? 0));
  }
  return indices;
};

/** One bit per sample. */
class Marks {
  private readonly bits: Uint8Array;
  count = 0;

  constructor(samples: number) {
    this.bits = new Uint8Array(Math.ceil(samples / 8));
  }

  mark({ first, samples }: Run): void {
    for (let sample = first; sample < first + samples; sample += 1) {
      const at = Math.floor(sample / 8);
      const bit = 1 << (sample % 8);
      const before = this.bits[at] ?? 0;
      if ((before & bit) !== 0) continue;
      this.bits[at] = before | bit;
      this.count += 1;
    }
  }
}

/**
 * Parses the order in which a trainer read its samples: one entry per line, as text or as JSON. Memory is bounded by the
 * number of entries that do not follow each other, whatever the size of the file.
 */
export class OrderFileParser {
  private readonly shards: OrderedShards;
  private readonly runs: RunList;
  private readonly marks: Marks | undefined;
  private readonly rest = new Uint8Array(MAX_LINE_BYTES);
  private restBytes = 0;
  private line = 0;
  /** Shards listed as a whole are marked once: a file may list one of them a million times. */
  private readonly markedShards = new Set<number>();

  constructor(shards: OrderedShards, { maxEntries = MAX_ENTRIES }: { readonly maxEntries?: number } = {}) {
    this.shards = shards;
    this.runs = new RunList(maxEntries);
    this.marks = shards.samples <= MAX_MARKED_SAMPLES ? new Marks(shards.samples) : undefined;
  }

  push(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.keep(bytes.subarray(from, end));
      this.endLine();
      from = end + 1;
    }
    this.keep(bytes.subarray(from));
  }

  end(): FileOrder {
    if (this.restBytes > 0) this.endLine();
    if (this.runs.total === 0) throw new FormatFault("malformed", "the file lists no samples");
    return this.runs.toOrder(this.marks?.count ?? null);
  }

  private keep(bytes: Uint8Array): void {
    if (this.restBytes + bytes.length > MAX_LINE_BYTES) {
      this.line += 1;
      throw this.fault("a line is longer than 4,096 bytes");
    }
    this.rest.set(bytes, this.restBytes);
    this.restBytes += bytes.length;
  }

  private endLine(): void {
    this.line += 1;
    const text = new TextDecoder().decode(this.rest.subarray(0, this.restBytes)).trim();
    this.restBytes = 0;
    if (text !== "" && !text.startsWith("#"))
      this.add(text.startsWith("{") ? this.readEntry(text) : this.readText(text));
  }

  private add(run: Run & { readonly shard?: number }): void {
    this.runs.add(run);
    if (run.shard === undefined) this.marks?.mark(run);
    else if (!this.markedShards.has(run.shard)) {
      this.markedShards.add(run.shard);
      this.marks?.mark(run);
    }
  }

  private fault(message: string): FormatFault {
    return new FormatFault("malformed", `line ${this.line.toLocaleString("en")}: ${message}`);
  }

  private parseJson(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.fault("this is not JSON");
    }
  }

  private readEntry(text: string): Run {
    const { index, shard } = this.parseJson(text) as { readonly index?: unknown; readonly shard?: unknown };
    if (index === undefined && shard === undefined) throw this.fault('an entry has "index", "shard", or both');
    if (index !== undefined && !isWhole(index)) throw this.fault('"index" is a whole number from 0');
    if (shard === undefined) return this.sample(index ?? 0);
    if (typeof shard !== "string" && !isWhole(shard)) throw this.fault('"shard" is a number from 0 or a name');
    return this.inShard(typeof shard === "string" ? this.named(shard) : shard, index);
  }

  private readText(written: string): Run {
    const text = written.startsWith('"') ? String(this.parseJson(written)) : written;
    if (WHOLE.test(text)) return this.sample(Number(text));
    const [, shard = "", index] = IN_SHARD.exec(text) ?? [];
    if (index === undefined) return this.inShard(this.named(text), undefined);
    return this.inShard(WHOLE.test(shard) ? Number(shard) : this.named(shard), Number(index));
  }

  private named(name: string): number {
    const shard = this.shards.shardNamed(name);
    if (shard < 0) throw this.fault(`there is no shard named ${name.slice(0, 200)}`);
    return shard;
  }

  private sample(index: number): Run {
    const { samples } = this.shards;
    if (index >= samples) throw this.fault(`there is no sample ${index}, the set has ${samples}`);
    return { first: index, samples: 1 };
  }

  private inShard(shard: number, index: number | undefined): Run & { readonly shard?: number } {
    if (shard >= this.shards.shards) throw this.fault(`there is no shard ${shard}, the set has ${this.shards.shards}`);
    const [first, samples] = [this.shards.firstSample(shard), this.shards.samplesIn(shard)];
    if (index === undefined) return { first, samples, shard };
    if (index >= samples) throw this.fault(`shard ${shard} has ${samples} samples, there is no sample ${index} in it`);
    return { first: first + index, samples: 1 };
  }
}
