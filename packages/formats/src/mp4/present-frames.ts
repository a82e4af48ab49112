import { FormatFault } from "../format-fault.ts";
import type { Edit, VideoTrack } from "./read-movie.ts";
import { spreadRuns } from "./sample-table.ts";

export interface FrameTimes {
  readonly timescale: number;
  /** When each frame is shown, in ticks, first to last. */
  readonly ticks: Float64Array;
  /** When the last frame leaves. */
  readonly endTick: number;
  /** Which frames can be decoded alone, by their place in `ticks`. */
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
  /** Where it stands in what is shown. */
  readonly showsAt: number;
}

/** Edits in ticks of the track. An edit of no length runs to the end; a lead of nothing moves all that follows. */
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

/** Clocks run from the first sample of a range that is shown, in decoding order, as players of the trade count. */
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
    throw new FormatFault("too_large", "the edits of the mp4 are too many for its frames");
  for (const range of ranges) showRange(range, durations, delays, shown);
  // The first frame is shown when the lead is over, wherever between two frames the edit cuts.
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

/** When each frame of a track is shown: its decoding times, delays and edits together. */
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

/** Players and tools tell times in whole microseconds, which may fall short of the frame they mean. */
const ROUNDING_S = 1e-6;

/** The frame that stands on the screen at a moment. */
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
