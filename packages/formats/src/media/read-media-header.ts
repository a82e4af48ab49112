import type { ByteRange } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { findMoov } from "../mp4/find-moov.ts";
import { presentFrames } from "../mp4/present-frames.ts";
import { type Movie, type Rotation, readMovie, type VideoTrack } from "../mp4/read-movie.ts";
import { SNIFF_BYTES, sniffMedia } from "../sniff-media.ts";
import { readMatroska } from "./read-matroska.ts";

/** Properties of a clip. Null when its first bytes do not contain them. */
export interface MediaHeader {
  readonly contentType: string;
  readonly durationS: number | null;
  /** As displayed, after rotation. */
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly isVariableRate: boolean | null;
  readonly frames: number | null;
  readonly codec: string | null;
  readonly rotation: Rotation;
}

const MATROSKA_BYTES = 16_384;
const UNKNOWN = {
  durationS: null,
  width: null,
  height: null,
  fps: null,
  isVariableRate: null,
  frames: null,
  codec: null,
  rotation: 0,
} as const;

/** More than one tick, which is rounding, and more than 2 %. */
const variesOf = (ticks: Float64Array): boolean => {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 1; at < ticks.length; at += 1) {
    const step = (ticks[at] ?? 0) - (ticks[at - 1] ?? 0);
    shortest = Math.min(shortest, step);
    longest = Math.max(longest, step);
  }
  return longest - shortest > Math.max(1, longest / 50);
};

const orNull = (value: number): number | null => (Number.isFinite(value) && value > 0 ? value : null);

const durationOf = (movie: Movie, video: VideoTrack, endS: number): number | null => {
  const edited = video.edits.reduce((sum, { duration }) => sum + duration, 0) / movie.timescale;
  return orNull(edited) ?? orNull(video.duration / video.timescale) ?? orNull(endS);
};

const describeVideo = (movie: Movie, video: VideoTrack): Omit<MediaHeader, "contentType"> => {
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const shape = {
    width: orNull(isTurned ? video.height : video.width),
    height: orNull(isTurned ? video.width : video.height),
    codec: video.codec,
    rotation: video.rotation,
  };
  if (video.table.samples === 0) return { ...UNKNOWN, ...shape, durationS: orNull(movie.duration / movie.timescale) };
  const { ticks, endTick, timescale } = presentFrames(video, movie.timescale);
  const spanTicks = endTick - (ticks[0] ?? 0);
  return {
    ...shape,
    durationS: durationOf(movie, video, endTick / timescale),
    fps: orNull((ticks.length * timescale) / spanTicks),
    isVariableRate: variesOf(ticks),
    frames: ticks.length,
  };
};

const readMp4 = async (
  source: ByteSource,
  object: string,
  range: ByteRange,
  contentType: string,
  signal?: AbortSignal,
): Promise<MediaHeader> => {
  const { bytes } = await findMoov(source, object, range, signal);
  const fileBytes = range.end - range.begin;
  const movie = readMovie(bytes, fileBytes);
  if (movie.video === undefined)
    return { ...UNKNOWN, contentType, durationS: orNull(movie.duration / movie.timescale) };
  if (movie.video.table.lastChunkOffset >= fileBytes)
    throw new FormatFault("truncated", "the mp4 is truncated: its frames extend past its end", range.end);
  return { contentType, ...describeVideo(movie, movie.video) };
};

/** Reads the header of a clip, in its own object or within a shard. */
export const readMediaHeader = async (
  source: ByteSource,
  object: string,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<MediaHeader> => {
  if (range.end <= range.begin) throw new FormatFault("truncated", "the clip has no bytes", range.begin);
  const ahead = Math.min(range.end, range.begin + MATROSKA_BYTES);
  const head = await source.read(object, range.begin, ahead, signal);
  const contentType = sniffMedia(head.subarray(0, SNIFF_BYTES));
  if (contentType === null)
    throw new FormatFault("unsupported", "this is not a known video, image or audio format", range.begin);
  if (contentType === "video/mp4" || contentType === "video/quicktime" || contentType === "audio/mp4")
    return await readMp4(holdHead(source, object, range.begin, head), object, range, contentType, signal);
  if (contentType === "video/webm" || contentType === "video/x-matroska")
    return { ...UNKNOWN, ...readMatroska(head), contentType };
  return { ...UNKNOWN, contentType };
};

/** Serves the bytes that are already read without another request. */
const holdHead = (source: ByteSource, object: string, begin: number, head: Uint8Array): ByteSource => ({
  size: source.size,
  read: async (name, from, to, signal) =>
    name === object && from >= begin && to <= begin + head.length
      ? head.subarray(from - begin, to - begin)
      : await source.read(name, from, to, signal),
});
