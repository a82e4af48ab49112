import type { AskedRange } from "./asked-range.ts";

/** What a page may draw or play. A file in a shard says of itself what it likes; it never becomes a page or a script. */
const SHOWN = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?:png|jpeg|webp|gif|avif|bmp))$/;

const safeType = (contentType: string): string => (SHOWN.test(contentType) ? contentType : "application/octet-stream");

const SAFE = {
  "accept-ranges": "bytes",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** The headers of an answer about the clip alone: the object around it is not heard of. */
export const mediaHeaders = (contentType: string, sizeBytes: number, asked: AskedRange): HeadersInit => {
  if (asked.kind === "beyond") return { ...SAFE, "content-range": `bytes */${sizeBytes}`, "content-length": "0" };
  const described = { ...SAFE, "content-type": safeType(contentType) };
  if (asked.kind === "whole") return { ...described, "content-length": `${sizeBytes}` };
  const { begin, end } = asked;
  return {
    ...described,
    "content-length": `${end - begin}`,
    "content-range": `bytes ${begin}-${end - 1}/${sizeBytes}`,
  };
};
