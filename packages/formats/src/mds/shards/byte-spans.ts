import type { MdsShard } from "../index/mds-index.ts";
import type { Bounds } from "./offsets.ts";
import type { MdsSample } from "./sample-columns.ts";

const WORD = 4;

export interface ByteSpan extends Bounds {
  readonly label: string;
}

/** Meaning of each byte range of a sample in file order, starting with its two words of the offset table. */
export const byteSpans = (shard: MdsShard, { index, begin, columns }: MdsSample): ByteSpan[] => {
  const values = columns.map((column) => ({ begin: column.begin, end: column.end, label: column.name }));
  if (shard.schema.format !== "mds") return values.sort((one, other) => one.begin - other.begin);
  const sizes = shard.schema.columns
    .filter(({ sizeBytes }) => sizeBytes === null)
    .map(({ name }, place) => ({
      begin: begin + place * WORD,
      end: begin + (place + 1) * WORD,
      label: `size of ${name}`,
    }));
  const at = WORD * (index + 1);
  const table = [
    { begin: at, end: at + WORD, label: `start of sample ${index}` },
    { begin: at + WORD, end: at + 2 * WORD, label: `end of sample ${index}` },
  ];
  return [...table, ...sizes, ...values];
};
