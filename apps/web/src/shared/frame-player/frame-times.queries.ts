import type { ByteSource } from "@dailies/formats/byte-source";
import type { FrameTimes } from "@dailies/formats/mp4/present-frames";
import { readFrameTimes } from "@dailies/formats/mp4/read-frame-times";
import { queryOptions } from "@tanstack/react-query";
import { type FrameGrid, listedFrames } from "../synced-player/controller/frame-grid.ts";

/** The bytes of one address, asked for by ranges; the name of the object does not matter. */
export const createRangeSource = (address: string, sizeBytes: number): ByteSource => ({
  read: async (_object, begin, end, signal) => {
    const response = await fetch(address, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(`the clip answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Whoever does not know ranges sends the whole.
    const asked = response.status === 206 ? bytes : bytes.slice(begin, end);
    if (asked.length !== end - begin) throw new Error("the clip answered with fewer bytes than asked for");
    return asked;
  },
  size: () => Promise.resolve(sizeBytes),
});

/** From ticks of the file to seconds. */
export const gridOf = ({ timescale, ticks, endTick }: FrameTimes): FrameGrid =>
  listedFrames(
    ticks.map((tick) => tick / timescale),
    endTick / timescale,
  );

interface TimedClip {
  /** Tells clips apart, whatever their address of the day. */
  readonly key: string;
  readonly address: string;
  readonly sizeBytes: number;
}

/** When each frame of a clip is shown, read from the head of its file; it fails for files that do not tell. */
export const frameTimesQuery = ({ key, address, sizeBytes }: TimedClip) =>
  queryOptions({
    queryKey: ["frame-times", key],
    queryFn: async ({ signal }) =>
      gridOf(await readFrameTimes(createRangeSource(address, sizeBytes), key, { begin: 0, end: sizeBytes }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    // A grid is functions, which cannot be compared.
    structuralSharing: false,
    retry: false,
    // Steps are approximate then, and the player says so.
    meta: { silent: true },
  });
