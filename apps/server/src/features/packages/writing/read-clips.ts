import { FormatFault } from "@dailies/formats/format-fault";
import type { ShardBytes } from "@dailies/formats/shard-writer";
import { DomainError } from "../../../errors.ts";
import type { BucketReader } from "../../storage/index.ts";
import type { ListedSample } from "../planning/item-list.ts";

/** A sample with its clip, or with the fault that a retry would find again. */
export interface ReadSample {
  readonly sample: ListedSample;
  /** Null for a sample without a clip. */
  readonly clip: ShardBytes | FormatFault | null;
}

/** Clips up to this size are read ahead; larger ones are streamed when it is their turn. */
const LARGE_BYTES = 8 * 1024 ** 2;
const READS_AT_ONCE = 16;
const HELD_BYTES = 32 * 1024 ** 2;
/** Neighbours in one object are read together: a request costs about as much as this many bytes between them. */
const GAP_BYTES = 64 * 1024;
const WINDOW_BYTES = 4 * 1024 ** 2;

type Reader = Pick<BucketReader, "read" | "stream">;

const inMemory = (bytes: Uint8Array): ShardBytes => ({
  bytes: bytes.length,
  open: async function* () {
    yield bytes;
  },
});

/** A connection that ends early is a fault of storage, and not of the clip. */
const streamed = (reader: Reader, { object, offset, bytes }: ListedSample, signal: AbortSignal): ShardBytes => ({
  bytes,
  open: async function* () {
    let read = 0;
    for await (const chunk of await reader.stream(object ?? "", offset, offset + bytes, signal)) {
      const piece = chunk as Uint8Array;
      read += piece.length;
      yield piece;
    }
    if (read < bytes) throw new DomainError("upstream_failed", "storage ended the bytes of a clip early");
  },
});

const readAlone = async (reader: Reader, sample: ListedSample, signal: AbortSignal): Promise<ReadSample["clip"]> => {
  const { object, offset, bytes } = sample;
  if (object === null) return null;
  if (bytes > LARGE_BYTES) return streamed(reader, sample, signal);
  try {
    return inMemory(await reader.read(object, offset, offset + bytes, signal));
  } catch (error) {
    if (error instanceof FormatFault) return error;
    throw error;
  }
};

/** Samples whose clips are read with one request, in their order. */
interface ClipWindow {
  readonly samples: [ListedSample, ...ListedSample[]];
  readonly begin: number;
  end: number;
}

const windowOf = (sample: ListedSample): ClipWindow => ({
  samples: [sample],
  begin: sample.offset,
  end: sample.offset + sample.bytes,
});

/** Adds a sample to the window. Returns false where that would not save a request. */
const widen = (window: ClipWindow, { object, offset, bytes }: ListedSample): boolean => {
  const isNear = object !== null && object === window.samples[0].object && offset >= window.end;
  if (!isNear || offset - window.end > GAP_BYTES || offset + bytes - window.begin > WINDOW_BYTES) return false;
  window.end = offset + bytes;
  return true;
};

function* toWindows(samples: readonly ListedSample[]): Generator<ClipWindow> {
  let window: ClipWindow | undefined;
  for (const sample of samples) {
    if (window && widen(window, sample)) {
      window.samples.push(sample);
      continue;
    }
    if (window) yield window;
    window = windowOf(sample);
  }
  if (window) yield window;
}

/** Bytes that are held in memory until they are written. */
const costOf = ({ samples: [first, ...more], begin, end }: ClipWindow): number =>
  more.length === 0 && (first.object === null || first.bytes > LARGE_BYTES) ? 0 : end - begin;

const readEach = (reader: Reader, { samples }: ClipWindow, signal: AbortSignal): Promise<ReadSample["clip"][]> =>
  Promise.all(samples.map((sample) => readAlone(reader, sample, signal)));

const readWindow = async (reader: Reader, window: ClipWindow, signal: AbortSignal): Promise<ReadSample["clip"][]> => {
  const { samples, begin, end } = window;
  const [{ object }] = samples;
  if (object === null || samples.length === 1) return readEach(reader, window, signal);
  try {
    const bytes = await reader.read(object, begin, end, signal);
    return samples.map((sample) =>
      inMemory(bytes.subarray(sample.offset - begin, sample.offset - begin + sample.bytes)),
    );
  } catch (error) {
    // Each clip alone tells which of them is at fault.
    if (error instanceof FormatFault) return readEach(reader, window, signal);
    throw error;
  }
};

/** Yields the samples in order, while the clips of the next ones are read within limits of number and memory. */
export async function* readClips(
  reader: Reader,
  samples: readonly ListedSample[],
  signal: AbortSignal,
): AsyncGenerator<ReadSample> {
  const stopping = new AbortController();
  const bounded = AbortSignal.any([signal, stopping.signal]);
  const windows = toWindows(samples);
  const waiting: { readonly window: ClipWindow; readonly clips: Promise<ReadSample["clip"][]> }[] = [];
  let heldBytes = 0;
  let next = windows.next();
  const mayBegin = (window: ClipWindow): boolean =>
    waiting.length === 0 || (waiting.length < READS_AT_ONCE && heldBytes + costOf(window) <= HELD_BYTES);
  try {
    for (;;) {
      while (!next.done && mayBegin(next.value)) {
        const window = next.value;
        const clips = readWindow(reader, window, bounded);
        // The consumer gets the error when it is this window's turn.
        clips.catch(() => undefined);
        waiting.push({ window, clips });
        heldBytes += costOf(window);
        next = windows.next();
      }
      const first = waiting.shift();
      if (!first) return;
      const clips = await first.clips;
      for (const [at, sample] of first.window.samples.entries()) yield { sample, clip: clips[at] ?? null };
      heldBytes -= costOf(first.window);
    }
  } finally {
    stopping.abort();
  }
}
