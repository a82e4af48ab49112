export type ByteRange = { readonly first: number; readonly last: number };

/** The one range that is asked for; undefined for the whole, which also answers whatever is no plain range. */
export const readByteRange = (header: string | undefined, sizeBytes: number): ByteRange | "outside" | undefined => {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const end = sizeBytes - 1;
  if (from === "") return to === "0" ? "outside" : { first: Math.max(0, sizeBytes - Number(to)), last: end };
  const range = { first: Number(from), last: to === "" ? end : Math.min(Number(to), end) };
  if (to !== "" && Number(to) < range.first) return undefined;
  return range.first > end ? "outside" : range;
};
