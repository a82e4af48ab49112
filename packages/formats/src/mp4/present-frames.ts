import { FormatFault } from "../format-fault.ts";
import type { Edit, VideoTrack } from "./read-movie.ts";
import { spreadRuns } from "./sample-table.ts";

export interface FrameTimes {
  readonly timescale: number;
  /** Presentation time of each frame in ticks, ascending. */
  readonly ticks: Float64Array;
  /** When the last frame ends. */
  readonly endTick: number;
  /** Frames that can be decoded independently, as indexes into `ticks`. */
  readonly keyframes: Uint32Array;
}

const MOST_WORK = 20_000_000;

interface Shown {
  readonly ticks: number[];
  /** In decoding order. */
  readonly samples: number[];
}

interface ShownRange {
  readonly begin: number;
  readonly end: number;
  /** Position on the presentation timeline. */
  readonly showsAt: number;
}

/** Edits in ticks of the track. An edit of length zero runs to the end; an empty edit delays all that follows. */
const layOut = (
  edits: readonly Edit[],
  track: VideoTrack,
  movieTimescale: number,
): { ranges: ShownRange[]; leadTicks: number } => {
  const ranges: ShownRange[] = [];
  let showsAt = 0;
  let leadTicks = 0;
  for (const { duration, mediaTime } of edits) {
    const ticks = Math.round((duration * track.timescale) / movieTimescale);
    if (mediaTime >= 0)
      ranges.push({ begin: mediaTime, end: ticks === 0 ? Number.POSITIVE_INFINITY : mediaTime + ticks, showsAt });
    else if (ranges.length === 0) leadTicks += ticks;
    showsAt += ticks;
  }
  return { ranges, leadTicks };
};

/** Times count from the first shown sample of a range in decoding order, as common players do. */
const showRange = (range: ShownRange, durations: Int32Array, delays: Int32Array, shown: Shown): void => {
  let decodeTick = 0;
  let clock = range.showsAt;
  let hasBegun = false;
  for (let sample = 0; sample < durations.length; sample += 1) {
    const delay = delays[sample] ?? 0;
    const showTick = decodeTick + delay;
    const duration = durations[sample] ?? 0;
    if (showTick >= range.begin && showTick < range.end) {
      hasBegun = true;
      shown.ticks.push(clock + delay);
      shown.samples.push(sample);
    }
    if (hasBegun) clock += duration;
    decodeTick += duration;
  }
};

const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);

const showEdits = (track: VideoTrack, movieTimescale: number, durations: Int32Array, delays: Int32Array): Shown => {
  const shown: Shown = { ticks: [], samples: [] };
  const { ranges, leadTicks } = layOut(track.edits, track, movieTimescale);
  if (ranges.length * durations.length > MOST_WORK)
    throw new FormatFault("too_large", "the mp4 has too many edits for its frames");
  for (const range of ranges) showRange(range, durations, delays, shown);
  // The first frame is shown when the initial delay ends, even when the edit cuts between two frames.
  const early = Math.max(0, least(shown.ticks) - leadTicks);
  if (Number.isFinite(early)) for (const [at, tick] of shown.ticks.entries()) shown.ticks[at] = tick - early;
  return shown;
};

const showAll = (durations: Int32Array, delays: Int32Array): Shown => {
  const shown: Shown = { ticks: [], samples: [] };
  let decodeTick = 0;
  for (let sample = 0; sample < durations.length; sample += 1) {
    shown.ticks.push(decodeTick + (delays[sample] ?? 0));
    shown.samples.push(sample);
    decodeTick += durations[sample] ?? 0;
  }
  return shown;
};

const orderOf = (ticks: readonly number[]): readonly number[] | undefined => {
  if (ticks.every((tick, at) => at === 0 || tick >= (ticks[at - 1] ?? 0))) return undefined;
  return Array.from(ticks.keys()).sort((a, b) => (ticks[a] ?? 0) - (ticks[b] ?? 0) || a - b);
};

/** Presentation time of each frame, from its decoding times, composition offsets and edits. */
export const presentFrames = (track: VideoTrack, movieTimescale: number): FrameTimes => {
  const { samples, durations: durationRuns, delays: delayRuns, keys } = track.table;
  const durations = spreadRuns(durationRuns, samples);
  const delays = spreadRuns(delayRuns, samples);
  const hasEdits = track.edits.some(({ mediaTime }) => mediaTime >= 0);
  const shown = hasEdits ? showEdits(track, movieTimescale, durations, delays) : showAll(durations, delays);
  const order = orderOf(shown.ticks);
  const ticks = Float64Array.from(order ? order.map((place) => shown.ticks[place] ?? 0) : shown.ticks);
  const inOrder = order ? order.map((place) => shown.samples[place] ?? 0) : shown.samples;
  const keySet = keys && new Set(keys);
  const keyframes = inOrder.flatMap((sample, place) => (keySet === undefined || keySet.has(sample) ? [place] : []));
  const lastSample = inOrder.at(-1);
  const lastDuration = lastSample === undefined ? 0 : (durations[lastSample] ?? 0);
  return {
    timescale: track.timescale,
    ticks,
    endTick: (ticks.at(-1) ?? 0) + lastDuration,
    keyframes: Uint32Array.from(keyframes),
  };
};

export const frameSeconds = (times: FrameTimes, frame: number): number => (times.ticks[frame] ?? 0) / times.timescale;

/** Players and tools report whole microseconds, which may round to just before the frame they mean. */
const ROUNDING_S = 1e-6;

/** The frame shown at a given time. */
export const frameAt = (times: FrameTimes, seconds: number): number => {
  const tick = (seconds + ROUNDING_S) * times.timescale;
  let [low, high] = [0, times.ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times.ticks[middle] ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
};
