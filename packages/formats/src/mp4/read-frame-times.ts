import type { ByteRange } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { findMoov } from "./find-moov.ts";
import { type FrameTimes, presentFrames } from "./present-frames.ts";
import { readMovie } from "./read-movie.ts";

/** The presentation time of every frame of an mp4 at any position in an object. */
export const readFrameTimes = async (
  source: ByteSource,
  object: string,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<FrameTimes> => {
  const { bytes } = await findMoov(source, object, range, signal);
  const movie = readMovie(bytes, range.end - range.begin);
  if (movie.video === undefined) throw new FormatFault("unsupported", "the mp4 has no video track");
  if (movie.isFragmented && movie.video.table.samples === 0)
    throw new FormatFault("unsupported", "frame times of fragmented mp4 files are not supported");
  return presentFrames(movie.video, movie.timescale);
};
