import type { ByteRange } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { MOST_HEAD_BYTES, readBoxHead, viewOf } from "./boxes.ts";

const FIRST_READ_BYTES = 16_384;
const MOST_MOOV_BYTES = 32 * 1_048_576;
/** A file with more top-level boxes before its header is not a playable file. */
const MOST_STEPS = 32;

export interface Moov {
  /** The content of `moov`. */
  readonly bytes: Uint8Array;
  readonly firstBytes: Uint8Array;
}

interface Step {
  readonly type: string;
  readonly begin: number;
  readonly contentBegin: number;
  readonly end: number;
}

const cutShort = (range: ByteRange, end: number): FormatFault =>
  new FormatFault(
    "truncated",
    `the mp4 is truncated: expected ${end - range.begin} bytes, found ${range.end - range.begin}`,
    range.end,
  );

/** Walks the top-level boxes by reading only their headers. */
const createStepper = (
  source: ByteSource,
  object: string,
  range: ByteRange,
  first: Uint8Array,
  signal?: AbortSignal,
) => {
  const headAt = async (at: number): Promise<Uint8Array> => {
    const from = at - range.begin;
    const end = Math.min(range.end, at + MOST_HEAD_BYTES);
    if (end - range.begin <= first.length) return first.subarray(from, end - range.begin);
    return await source.read(object, at, end, signal);
  };
  return async (at: number): Promise<Step> => {
    const bytes = await headAt(at);
    const { type, headBytes, bytes: told } = readBoxHead(viewOf(bytes), 0, at);
    return { type, begin: at, contentBegin: at + headBytes, end: told === undefined ? range.end : at + told };
  };
};

/** If the next box is already in the window and longer than the file, the file is truncated. Costs no extra request. */
const checkFollowing = async (
  step: (at: number) => Promise<Step>,
  moov: Step,
  range: ByteRange,
  firstBytes: number,
): Promise<void> => {
  let at = moov.end;
  for (let steps = 0; steps < MOST_STEPS && at + MOST_HEAD_BYTES <= range.begin + firstBytes; steps += 1) {
    const next = await step(at);
    if (next.end > range.end) throw cutShort(range, next.end);
    at = next.end;
  }
};

/** Finds the header of an mp4: one read when it comes first, three when it comes last. */
export const findMoov = async (
  source: ByteSource,
  object: string,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<Moov> => {
  const first = await source.read(object, range.begin, Math.min(range.end, range.begin + FIRST_READ_BYTES), signal);
  const step = createStepper(source, object, range, first, signal);
  let at = range.begin;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if (at + 8 > range.end) throw new FormatFault("malformed", "the mp4 has no header (moov)", at);
    const box = await step(at);
    if (box.end > range.end) throw cutShort(range, box.end);
    if (box.type === "moov") {
      if (box.end - box.contentBegin > MOST_MOOV_BYTES)
        throw new FormatFault("too_large", "the header of the mp4 is larger than 32 MiB", at);
      await checkFollowing(step, box, range, first.length);
      const isHeld = box.end - range.begin <= first.length;
      const bytes = isHeld
        ? first.subarray(box.contentBegin - range.begin, box.end - range.begin)
        : await source.read(object, box.contentBegin, box.end, signal);
      return { bytes, firstBytes: first };
    }
    at = box.end;
  }
  throw new FormatFault("malformed", "the mp4 has no header (moov) among its first boxes", at);
};
