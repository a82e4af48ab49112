import { crc32, deflateSync } from "node:zlib";

export const u8 = (...values: number[]): Buffer => Buffer.from(values);
export const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const u32le = (value: number): Buffer => Buffer.from(u32(value)).reverse();
export const join = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));

/** A box of MP4 and QuickTime; its size may be wrong on purpose. */
export const box = (type: string, content: Buffer, sizeBytes = content.length + 8): Buffer =>
  join(u32(sizeBytes), type, content);
export const fullBox = (type: string, content: Buffer): Buffer => box(type, join(u32(0), content));

/** A Matroska element; the size has four bytes and may be wrong on purpose. */
export const element = (id: readonly number[], content: Buffer, sizeBytes = content.length): Buffer =>
  join(u8(...id), u32((0x1000_0000 | sizeBytes) >>> 0), content);

/** A RIFF chunk, as in AVI, WAV and WebP. */
export const chunk = (type: string, content: Buffer, sizeBytes = content.length): Buffer =>
  join(type, u32le(sizeBytes), content, content.length % 2 === 1 ? u8(0) : u8());
export const riff = (type: string, content: Buffer, sizeBytes = content.length + 4): Buffer =>
  join("RIFF", u32le(sizeBytes), type, content);

const PNG_SIGNATURE = u8(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
export const pngChunk = (type: string, content: Buffer): Buffer =>
  join(u32(content.length), type, content, u32(crc32(join(type, content))));
/** One bit per pixel, so that a decompression bomb fits into a small file. */
export const png = (width: number, height: number, ...chunks: Buffer[]): Buffer =>
  join(PNG_SIGNATURE, pngChunk("IHDR", join(u32(width), u32(height), u8(1, 0, 0, 0, 0))), ...chunks);
export const pngFlood = (width: number, height: number): Buffer => {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return png(width, height, pngChunk("IDAT", deflateSync(rows)), pngChunk("IEND", u8()));
};

export const nest = (depth: number, wrap: (inner: Buffer) => Buffer): Buffer => {
  let inner: Buffer = u8();
  for (let level = 0; level < depth; level++) inner = wrap(inner);
  return inner;
};
export const repeat = (part: Buffer, times: number): Buffer => Buffer.concat(Array<Buffer>(times).fill(part));
