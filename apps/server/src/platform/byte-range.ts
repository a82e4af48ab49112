export type AskedRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly begin: number; readonly end: number }
  | { readonly kind: "outside" };

export interface RangeHeaders {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

const WHOLE = { kind: "whole" } as const;
const OUTSIDE = { kind: "outside" } as const;
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The requested range; the whole object when If-Range does not match the current ETag. */
export const askedRange = ({ range, ifRange }: RangeHeaders, etag: string, sizeBytes: number): AskedRange =>
  // Only an identical strong ETag counts; weak tags and dates do not guarantee equal bytes.
  ifRange !== undefined && ifRange.trim() !== etag ? WHOLE : parseByteRange(range, sizeBytes);

/**
 * Parses a Range header to bytes `[begin, end)` (RFC 9110). Multiple and malformed ranges are ignored, as the RFC allows.
 */
export const parseByteRange = (range: string | undefined, sizeBytes: number): AskedRange => {
  const [, first = "", last = ""] = ONE_RANGE.exec(range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") return lastBytes(Number(last), sizeBytes);
  const begin = Number(first);
  const end = last === "" ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (last !== "" && Number(last) < begin) return WHOLE;
  return begin < end ? { kind: "part", begin, end } : OUTSIDE;
};

const lastBytes = (count: number, sizeBytes: number): AskedRange =>
  count > 0 && sizeBytes > 0 ? { kind: "part", begin: Math.max(0, sizeBytes - count), end: sizeBytes } : OUTSIDE;
