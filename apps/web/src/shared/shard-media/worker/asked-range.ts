export type AskedRange =
  | { readonly kind: "whole" }
  /** `[begin, end)` */
  | { readonly kind: "part"; readonly begin: number; readonly end: number }
  | { readonly kind: "beyond" };

const ONE_RANGE = /^bytes=(\d{0,16})-(\d{0,16})$/;

/** Per RFC 9110: an invalid or multi-range header is ignored. */
export const readAskedRange = (header: string | null, sizeBytes: number): AskedRange => {
  const [, first = "", last = ""] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return { kind: "whole" };
  if (first === "") {
    const tailBytes = Math.min(Number(last), sizeBytes);
    return tailBytes === 0 ? { kind: "beyond" } : { kind: "part", begin: sizeBytes - tailBytes, end: sizeBytes };
  }
  const begin = Number(first);
  if (last !== "" && Number(last) < begin) return { kind: "whole" };
  if (begin >= sizeBytes) return { kind: "beyond" };
  return { kind: "part", begin, end: last === "" ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
};
