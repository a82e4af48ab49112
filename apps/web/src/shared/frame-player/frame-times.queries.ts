import type { ByteSource } from "@dailies/formats/byte-source";
import type { FrameTimes } from "@dailies/formats/mp4/present-frames";
import { readFrameTimes } from "@dailies/formats/mp4/read-frame-times";
import { queryOptions } from "@tanstack/react-query";
import { type FrameGrid, listedFrames } from "../synced-player/controller/frame-grid.ts";

/** A byte source of one URL with range requests; the object name is ignored. */
export const createRangeSource = (address: string, sizeBytes: number): ByteSource => ({
  read: async (_object, begin, end, signal) => {
    const response = await fetch(address, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(`the clip answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A server without range support sends the whole file.
    const asked = response.status === 206 ? bytes : bytes.slice(begin, end);
    if (asked.length !== end - begin) throw new Error("the clip answered with fewer bytes than asked for");
    return asked;
  },
  size: () => Promise.resolve(sizeBytes),
});

/** Converts ticks of the file to seconds. */
export const gridOf = ({ timescale, ticks, endTick }: FrameTimes): FrameGrid =>
  listedFrames(
    ticks.map((tick) => tick / timescale),
    endTick / timescale,
  );

/** The size of a file by a range request of one byte. */
const sizeOf = async (address: string, signal: AbortSignal): Promise<number> => {
  const response = await fetch(address, { headers: { range: "bytes=0-0" }, signal });
  await response.body?.cancel();
  const total = response.headers.get("content-range")?.split("/")[1] ?? response.headers.get("content-length");
  const sizeBytes = Number(total);
  if (!response.ok || !Number.isSafeInteger(sizeBytes)) throw new Error("the clip did not tell its size");
  return sizeBytes;
};

/** The frame times of a clip whose size is not known. */
export const readTimesOf = async (address: string, signal: AbortSignal): Promise<FrameTimes> => {
  const end = await sizeOf(address, signal);
  return readFrameTimes(createRangeSource(address, end), address, { begin: 0, end }, signal);
};

interface TimedClip {
  /** Identifies the clip independently of its signed URL. */
  readonly key: string;
  readonly address: string;
  readonly sizeBytes: number;
}

/** Frame times parsed from the file's header; fails for files without them. */
export const frameTimesQuery = ({ key, address, sizeBytes }: TimedClip) =>
  queryOptions({
    queryKey: ["frame-times", key],
    queryFn: async ({ signal }) =>
      gridOf(await readFrameTimes(createRangeSource(address, sizeBytes), key, { begin: 0, end: sizeBytes }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    // A grid contains functions, which cannot be compared.
    structuralSharing: false,
    retry: false,
    // On error steps are approximate, and the player says so.
    meta: { silent: true },
  });
