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

/** The range, unless its bytes are no longer the ones the caller has: then the whole is answered. */
export const askedRange = ({ range, ifRange }: RangeHeaders, etag: string, sizeBytes: number): AskedRange =>
  // Only the very same strong tag will do: neither a weak one nor a date vouches for bytes.
  ifRange !== undefined && ifRange.trim() !== etag ? WHOLE : parseByteRange(range, sizeBytes);

/**
 * Which bytes `[begin, end)` of so many a Range header asks for, after RFC 9110. Several ranges at once, and ranges that
 * cannot be read, are answered as if none were asked for.
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
