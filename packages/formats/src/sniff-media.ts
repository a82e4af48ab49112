const ascii = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean =>
  head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);

const BRANDS: Readonly<Record<string, string>> = {
  "qt  ": "video/quicktime",
  "M4A ": "audio/mp4",
  "M4B ": "audio/mp4",
  avif: "image/avif",
  avis: "image/avif",
  heic: "image/heic",
  heix: "image/heic",
  mif1: "image/heic",
};

const RIFFS: Readonly<Record<string, string>> = {
  WEBP: "image/webp",
  "AVI ": "video/x-msvideo",
  WAVE: "audio/wav",
};

const EBML_DOCTYPE_WITHIN = 64;
const TRANSPORT_PACKET = 188;
const SYNC_BYTE = 0x47;

const sniffBoxes = (head: Uint8Array): string | null => {
  const kind = ascii(head, 4, 4);
  if (kind === "ftyp") return BRANDS[ascii(head, 8, 4)] ?? "video/mp4";
  return kind === "moov" || kind === "wide" ? "video/quicktime" : null;
};

const sniffByStart = (head: Uint8Array): string | null => {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47)) return "image/png";
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) {
    return ascii(head, 0, EBML_DOCTYPE_WITHIN).includes("webm") ? "video/webm" : "video/x-matroska";
  }
  if (ascii(head, 0, 4) === "GIF8") return "image/gif";
  if (ascii(head, 0, 4) === "RIFF") return RIFFS[ascii(head, 8, 4)] ?? null;
  if (ascii(head, 0, 4) === "OggS") return "audio/ogg";
  if (ascii(head, 0, 4) === "fLaC") return "audio/flac";
  if (ascii(head, 0, 3) === "ID3" || startsWith(head, 0xff, 0xfb)) return "audio/mpeg";
  if (head[0] === SYNC_BYTE && head[TRANSPORT_PACKET] === SYNC_BYTE) return "video/mp2t";
  return null;
};

/** Detects a media type from the first bytes; null when unknown. Names and declared types are not trusted. */
export const sniffMedia = (head: Uint8Array): string | null => sniffBoxes(head) ?? sniffByStart(head);

/** Enough bytes for the detection. */
export const SNIFF_BYTES = 192;
