import { FormatFault } from "../format-fault.ts";
import { type Box, countEntries, findBox, needBytes, readFullBox } from "./boxes.ts";

/** A run-length table: counts and values. */
export interface Runs {
  readonly counts: Uint32Array;
  readonly values: Int32Array;
}

export interface SampleTable {
  readonly samples: number;
  /** Duration of each sample, in decoding order. */
  readonly durations: Runs;
  /** Composition offsets; undefined when presentation equals decoding order. */
  readonly delays: Runs | undefined;
  /** Sample numbers of key frames, from 0; undefined when every sample is one. */
  readonly keys: Uint32Array | undefined;
  /** The largest chunk offset. */
  readonly lastChunkOffset: number;
}

/** 18 hours at 30 frames per second. */
const MOST_SAMPLES = 2_000_000;

const readRuns = (view: DataView, box: Box): Runs => {
  const { at } = readFullBox(view, box);
  const entries = countEntries(view, box, at, 8);
  const counts = new Uint32Array(entries);
  const values = new Int32Array(entries);
  for (let entry = 0; entry < entries; entry += 1) {
    counts[entry] = view.getUint32(at + 4 + entry * 8);
    values[entry] = view.getInt32(at + 8 + entry * 8);
  }
  return { counts, values };
};

const countFixed = (samples: number, sampleBytes: number, fileBytes: number, at: number): number => {
  if (samples * sampleBytes > fileBytes)
    throw new FormatFault("malformed", "the mp4 claims more frames than its bytes can contain", at);
  return samples;
};

const countSamples = (view: DataView, table: Box, fileBytes: number): number => {
  const box = findBox(view, table, "stsz") ?? findBox(view, table, "stz2");
  if (box === undefined) throw new FormatFault("malformed", "the mp4 has no frame sizes", table.begin);
  const { at } = readFullBox(view, box);
  needBytes(box, at, 8);
  const [field, samples] = [view.getUint32(at), view.getUint32(at + 4)];
  if (samples > MOST_SAMPLES) throw new FormatFault("too_large", "the mp4 has more than two million frames", at);
  if (box.type === "stsz" && field !== 0) return countFixed(samples, field, fileBytes, at);
  const bits = box.type === "stsz" ? 32 : field & 0xff;
  needBytes(box, at + 8, Math.ceil((samples * bits) / 8));
  if (bits === 0) throw new FormatFault("malformed", "the mp4 has frames of size zero", at);
  return samples;
};

const readKeys = (view: DataView, table: Box): Uint32Array | undefined => {
  const box = findBox(view, table, "stss");
  if (box === undefined) return undefined;
  const { at } = readFullBox(view, box);
  const entries = countEntries(view, box, at, 4);
  return Uint32Array.from({ length: entries }, (_, entry) => Math.max(0, view.getUint32(at + 4 + entry * 4) - 1));
};

const readLastChunkOffset = (view: DataView, table: Box): number => {
  const box = findBox(view, table, "stco") ?? findBox(view, table, "co64");
  if (box === undefined) return 0;
  const { at } = readFullBox(view, box);
  const width = box.type === "co64" ? 8 : 4;
  const entries = countEntries(view, box, at, width);
  let last = 0;
  for (let place = at + 4; place < at + 4 + entries * width; place += width) {
    const offset = width === 8 ? view.getUint32(place) * 2 ** 32 + view.getUint32(place + 4) : view.getUint32(place);
    if (offset > last) last = offset;
  }
  return last;
};

export const readSampleTable = (view: DataView, table: Box, fileBytes: number): SampleTable => {
  const durations = findBox(view, table, "stts");
  if (durations === undefined) throw new FormatFault("malformed", "the mp4 has no frame times", table.begin);
  const delays = findBox(view, table, "ctts");
  return {
    samples: countSamples(view, table, fileBytes),
    durations: readRuns(view, durations),
    delays: delays && readRuns(view, delays),
    keys: readKeys(view, table),
    lastChunkOffset: readLastChunkOffset(view, table),
  };
};

/** One value per sample; the last run is extended when the runs are too short. */
export const spreadRuns = (runs: Runs | undefined, samples: number): Int32Array => {
  const spread = new Int32Array(samples);
  if (runs === undefined) return spread;
  let at = 0;
  for (let run = 0; run < runs.counts.length && at < samples; run += 1) {
    const end = Math.min(samples, at + (runs.counts[run] ?? 0));
    spread.fill(runs.values[run] ?? 0, at, end);
    at = end;
  }
  if (at < samples) spread.fill(runs.values.at(-1) ?? 0, at);
  return spread;
};
