import { MAX_HEX_BYTES } from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../errors.ts";
import type { BytesAt } from "./sets/shard-set.ts";

/** Reads a few bytes of a shard; fewer when the shard is shorter than its index says. */
export const readHex = async (
  { source, object, end: last }: BytesAt,
  { begin, end }: { readonly begin: number; readonly end: number },
): Promise<Uint8Array> => {
  if (end < begin || end - begin > MAX_HEX_BYTES)
    throw new DomainError("invalid", `ask for at most ${MAX_HEX_BYTES} bytes`);
  const [from, to] = [Math.min(begin, last), Math.min(end, last)];
  try {
    return await source.read(object, from, to);
  } catch (error) {
    if (!(error instanceof FormatFault) || error.kind !== "truncated") throw error;
    const there = (await source.size(object)) ?? 0;
    return there > from ? source.read(object, from, Math.min(to, there)) : new Uint8Array(0);
  }
};
