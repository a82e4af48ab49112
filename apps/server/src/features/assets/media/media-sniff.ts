import { type MediaType, sniffIsoMedia, sniffMatroska } from "./media-sniff-containers.ts";
/** Enough for the magic bytes of every MIME type that is recognised. */
export const SNIFF_BYTES = 4_096;

const text = (head: Buffer, from: number, to: number): string => head.toString("latin1", from, to);
const startsWith = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte);

const sniffImage = (head: Buffer): MediaType | undefined => {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return { kind: "image", mime: "image/png", demuxer: "png_pipe" };
  if (startsWith(head, 0xff, 0xd8, 0xff)) return { kind: "image", mime: "image/jpeg", demuxer: "jpeg_pipe" };
  if (/^GIF8[79]a/.test(text(head, 0, 6))) return { kind: "image", mime: "image/gif", demuxer: "gif" };
  return undefined;
};

const RIFF_TYPES: Readonly<Record<string, MediaType>> = {
  "AVI ": { kind: "video", mime: "video/x-msvideo", demuxer: "avi" },
  WAVE: { kind: "audio", mime: "audio/wav", demuxer: "wav" },
  WEBP: { kind: "image", mime: "image/webp", demuxer: "webp_pipe" },
};
const sniffRiff = (head: Buffer): MediaType | undefined => {
  const isRiff = text(head, 0, 4) === "RIFF" || (text(head, 0, 4) === "RF64" && text(head, 8, 12) === "WAVE");
  // Our ffmpeg does not decode animated WebP.
  const isAnimation = text(head, 12, 16) === "VP8X" && ((head[20] ?? 0) & 0x02) !== 0;
  return isRiff && !isAnimation ? RIFF_TYPES[text(head, 8, 12)] : undefined;
};

/** Packets of 188 bytes, or of 192 with a leading timestamp, each starting with the same sync byte. */
const isTransportStream = (head: Buffer): boolean =>
  [
    { first: 0, packetBytes: 188 },
    { first: 4, packetBytes: 192 },
  ].some(({ first, packetBytes }) => [0, 1, 2, 3, 4].every((packet) => head[first + packet * packetBytes] === 0x47));

const BITRATES_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** The length of an MPEG-1 layer III frame from its header; 0 without a valid header. */
const mp3FrameBytes = (head: Buffer, at: number): number => {
  const [sync, kind, rates] = [head[at], head[at + 1] ?? 0, head[at + 2] ?? 0];
  if (sync !== 0xff || (kind & 0xfe) !== 0xfa) return 0;
  const kbps = BITRATES_KBPS[rates >> 4] ?? 0;
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3] ?? 0;
  if (kbps === 0 || sampleRate === 0) return 0;
  return Math.floor((144_000 * kbps) / sampleRate) + ((rates >> 1) & 1);
};

const sniffAudio = (head: Buffer): MediaType | undefined => {
  const mp3: MediaType = { kind: "audio", mime: "audio/mpeg", demuxer: "mp3" };
  if (text(head, 0, 3) === "ID3" && (head[3] ?? 255) <= 4) return mp3;
  const frameBytes = mp3FrameBytes(head, 0);
  if (frameBytes > 0 && mp3FrameBytes(head, frameBytes) > 0) return mp3;
  if (text(head, 0, 4) === "fLaC") return { kind: "audio", mime: "audio/flac", demuxer: "flac" };
  if (text(head, 0, 4) !== "OggS" || head[4] !== 0) return undefined;
  const isVideo = head.includes("\x80theora", 0, "latin1");
  return { kind: isVideo ? "video" : "audio", mime: isVideo ? "video/ogg" : "audio/ogg", demuxer: "ogg" };
};

/**
 * Uses the first bytes only; file name and declared type are ignored. Returns undefined for everything else: playlists,
 * documents, archives, formats with a bad security record. No demuxer ever opens those.
 */
export const sniffMedia = (head: Buffer): MediaType | undefined =>
  sniffImage(head) ??
  sniffRiff(head) ??
  sniffIsoMedia(head) ??
  sniffMatroska(head) ??
  (isTransportStream(head) ? { kind: "video", mime: "video/mp2t", demuxer: "mpegts" } : sniffAudio(head));
