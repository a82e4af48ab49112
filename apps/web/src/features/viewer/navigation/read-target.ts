export type Target =
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "place"; readonly shard: number; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** A leading zero more likely means a file name. */
const INDEX = /^(0|[1-9][\d,_ ]*)$/;
const PLACE = /^(\d+)\s*:\s*(\d+)$/;

/** Parses the input: `12,345` is an index, `3:17` a position in a shard, anything else a key, including `000123`. */
export const readTarget = (typed: string): Target | undefined => {
  const words = typed.trim();
  if (words === "") return undefined;
  const place = PLACE.exec(words);
  if (place) return { kind: "place", shard: Number(place[1]), index: Number(place[2]) };
  const digits = words.replaceAll(/[,_ ]/g, "");
  if (INDEX.test(words) && Number.isSafeInteger(Number(digits))) return { kind: "index", index: Number(digits) };
  return { kind: "key", key: words };
};
