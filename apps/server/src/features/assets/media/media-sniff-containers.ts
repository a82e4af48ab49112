/** The type of a file according to its bytes, and the only demuxer that may open it. */
export interface MediaType {
  readonly kind: "video" | "image" | "audio";
  readonly mime: string;
  readonly demuxer: string;
}
const tag = (head: Buffer, at: number): string => head.toString("latin1", at, at + 4);

/** QuickTime files older than the `ftyp` box begin with one of these. */
const FIRST_BOXES = new Set(["moov", "mdat", "wide"]);
const PICTURE_BRANDS = new Set(["avif", "avis", "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/** MP4, QuickTime, M4A and AVIF. HEIC is the same box format, but our ffmpeg cannot read it. */
export const sniffIsoMedia = (head: Buffer): MediaType | undefined => {
  const box = tag(head, 4);
  if (FIRST_BOXES.has(box)) return { kind: "video", mime: "video/quicktime", demuxer: "mov" };
  if (box !== "ftyp") return undefined;
  const [major, others] = brandsOf(head);
  if (PICTURE_BRANDS.has(major)) {
    return [major, ...others].includes("avif") ? { kind: "image", mime: "image/avif", demuxer: "mov" } : undefined;
  }
  if (major === "qt  ") return { kind: "video", mime: "video/quicktime", demuxer: "mov" };
  if (major === "M4A " || major === "M4B ") return { kind: "audio", mime: "audio/mp4", demuxer: "mov" };
  return { kind: "video", mime: "video/mp4", demuxer: "mov" };
};

const brandsOf = (head: Buffer): [major: string, others: string[]] => {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const others: string[] = [];
  for (let at = 16; at + 4 <= end; at += 4) others.push(tag(head, at));
  return [tag(head, 8), others];
};

const MAX_DOC_TYPE_BYTES = 16;
const EBML_DOC_TYPE = Buffer.from([0x42, 0x82]);

/** Reads a string prefixed with its length; the first byte encodes how many bytes the length has. */
const textAt = (head: Buffer, at: number): string => {
  const lengthBytes = Math.clz32(head[at] ?? 0) - 23;
  if (lengthBytes > 4 || at + lengthBytes > head.length) return "";
  const sizeBytes = head.readUIntBE(at, lengthBytes) & (2 ** (7 * lengthBytes) - 1);
  const start = at + lengthBytes;
  return head.toString("latin1", start, start + Math.min(sizeBytes, MAX_DOC_TYPE_BYTES)).replace(/\0+$/, "");
};

export const sniffMatroska = (head: Buffer): MediaType | undefined => {
  if (head.length < 8 || head.readUInt32BE(0) !== 0x1a45_dfa3) return undefined;
  const at = head.indexOf(EBML_DOC_TYPE);
  if (at < 0) return undefined;
  const docType = textAt(head, at + EBML_DOC_TYPE.length);
  if (docType === "webm") return { kind: "video", mime: "video/webm", demuxer: "matroska" };
  if (docType === "matroska") return { kind: "video", mime: "video/x-matroska", demuxer: "matroska" };
  return undefined;
};
