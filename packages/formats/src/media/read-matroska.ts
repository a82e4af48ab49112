import { FormatFault } from "../format-fault.ts";

export interface MatroskaHeader {
  readonly durationS: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly codec: string | null;
}

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TICK_NS = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CODEC = 0x86;
const FRAME_NS = 0x23e383;
const VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;
const PARENTS = new Set([SEGMENT, INFO, TRACKS, TRACK, VIDEO]);
const CLUSTER = 0x1f43b675;
const MOST_ELEMENTS = 2_000;
const MOST_DEPTH = 6;
const CODECS: Readonly<Record<string, string>> = {
  V_VP8: "vp8",
  V_VP9: "vp09",
  V_AV1: "av01",
  "V_MPEG4/ISO/AVC": "avc1",
  "V_MPEGH/ISO/HEVC": "hvc1",
};

interface Track {
  type?: number;
  codec?: string;
  frameNs?: number;
  width?: number;
  height?: number;
}
interface Found {
  tickNs: number;
  duration: number | undefined;
  readonly tracks: Track[];
  elements: number;
}

/** A variable-length integer; ids keep their marker bits, sizes do not. All ones means "unknown". */
const readVint = (
  bytes: Uint8Array,
  at: number,
  keepsMarker: boolean,
): { value: number; length: number } | undefined => {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new FormatFault("malformed", "an element of the Matroska file has an invalid header", at);
  if (at + length > bytes.length) return undefined;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = !keepsMarker && value === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, length };
};

const readUnsigned = (content: Uint8Array): number =>
  content.subarray(0, 7).reduce((value, byte) => value * 256 + byte, 0);
const readFloat = (content: Uint8Array): number | undefined => {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length === 4) return view.getFloat32(0);
  return content.length === 8 ? view.getFloat64(0) : undefined;
};

const takeValue = (found: Found, id: number, content: Uint8Array): void => {
  const track = found.tracks.at(-1) ?? {};
  if (id === TICK_NS) found.tickNs = readUnsigned(content);
  else if (id === DURATION) found.duration = readFloat(content);
  else if (id === TRACK_TYPE) track.type = readUnsigned(content);
  else if (id === CODEC) track.codec = String.fromCharCode(...content.subarray(0, 32));
  else if (id === FRAME_NS) track.frameNs = readUnsigned(content);
  else if (id === WIDTH) track.width = readUnsigned(content);
  else if (id === HEIGHT) track.height = readUnsigned(content);
};

const walk = (bytes: Uint8Array, begin: number, end: number, depth: number, found: Found): void => {
  let at = begin;
  while (at < end) {
    const id = readVint(bytes, at, true);
    const size = id && readVint(bytes, at + id.length, false);
    if (id === undefined || size === undefined || id.value === CLUSTER) return;
    found.elements += 1;
    if (found.elements > MOST_ELEMENTS)
      throw new FormatFault("too_large", "the Matroska file has too many elements", at);
    const from = at + id.length + size.length;
    const to = Math.min(end, from + size.value);
    if (id.value === TRACK) found.tracks.push({});
    if (PARENTS.has(id.value) && depth < MOST_DEPTH) walk(bytes, from, to, depth + 1, found);
    else if (from + size.value <= end) takeValue(found, id.value, bytes.subarray(from, to));
    at = from + size.value;
  }
};

const orNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) && value > 0 ? value : null;

/** Parses the first kilobytes of a WebM or Matroska file; unknown values are null. */
export const readMatroska = (head: Uint8Array): MatroskaHeader => {
  const found: Found = { tickNs: 1_000_000, duration: undefined, tracks: [], elements: 0 };
  walk(head, 0, head.length, 0, found);
  const video = found.tracks.find(({ type }) => type === 1);
  const durationS = orNull(found.duration === undefined ? undefined : (found.duration * found.tickNs) / 1e9);
  const codec = video?.codec?.replaceAll("\0", "");
  return {
    durationS,
    width: orNull(video?.width),
    height: orNull(video?.height),
    fps: orNull(video?.frameNs === undefined ? undefined : 1e9 / video.frameNs),
    codec: codec === undefined ? null : (CODECS[codec] ?? codec),
  };
};
