import type { AskedRange } from "./asked-range.ts";

/** Types a page may render. The type stored in a shard is untrusted; it must never become a document or a script. */
const SHOWN = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?:png|jpeg|webp|gif|avif|bmp))$/;

const safeType = (contentType: string): string => (SHOWN.test(contentType) ? contentType : "application/octet-stream");

const SAFE = {
  "accept-ranges": "bytes",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Response headers of the clip alone, without those of the object around it. */
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
