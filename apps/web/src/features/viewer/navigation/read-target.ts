export type Target =
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "place"; readonly shard: number; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** One that begins with a zero is more likely the name of a file. */
const INDEX = /^(0|[1-9][\d,_ ]*)$/;
const PLACE = /^(\d+)\s*:\s*(\d+)$/;

/** What somebody typed: `12,345` is an index of the whole set, `3:17` a place in a shard, all else a key, `000123` too. */
export const readTarget = (typed: string): Target | undefined => {
  const words = typed.trim();
  if (words === "") return undefined;
  const place = PLACE.exec(words);
  if (place) return { kind: "place", shard: Number(place[1]), index: Number(place[2]) };
  const digits = words.replaceAll(/[,_ ]/g, "");
  if (INDEX.test(words) && Number.isSafeInteger(Number(digits))) return { kind: "index", index: Number(digits) };
  return { kind: "key", key: words };
};
