import { SNIFF_BYTES } from "../../sniff-media.ts";
import type { MdsShard } from "../index/mds-index.ts";
import type { MdsSample } from "../shards/sample-columns.ts";
import { parseEncoding } from "./encodings.ts";

const KIB = 1024;
/** Share of the mean sample. The player reads clips again, so a larger head would be read twice. */
const SHARE = 0.02;
const LEAST_BYTES = KIB;
const MOST_BYTES = 16 * KIB;
/** The server renders arrays and raw images, so samples with them are read whole, up to this size. */
const DRAWN_BYTES = KIB ** 2;
const SMALL_COLUMN_BYTES = 64 * KIB;
const ROOM = 1.25;
const DRAWN = new Set(["array", "pil", "list", "jpeg_array"]);
/** The browser renders clips and images, and pickles are never decoded, so their first bytes are enough. */
const HEAD_ONLY: ReadonlySet<string> = new Set(["bytes", "jpeg", "png", "pkl"]);

interface HeadOptions {
  readonly maxWholeBytes: number;
  readonly headBytes: number;
  readonly headOnly: ReadonlySet<string>;
}

/** Adaptive size of the first read: all small columns if possible, and as little of the clips as possible. */
export class HeadSize {
  private learnedBytes = 0;

  optionsFor({ data, samples, schema }: Pick<MdsShard, "data" | "samples" | "schema">): HeadOptions {
    const isDrawn = schema.columns.some(({ encoding }) => DRAWN.has(parseEncoding(encoding).family));
    const share = (data.rawBytes / Math.max(1, samples)) * SHARE;
    const headBytes = Math.ceil(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, share, this.learnedBytes)));
    return { maxWholeBytes: isDrawn ? DRAWN_BYTES : headBytes, headBytes, headOnly: HEAD_ONLY };
  }

  /** Grows after a sample whose small columns lay beyond the head, so that the next one needs a single read. */
  learn({ begin, columns }: Pick<MdsSample, "begin" | "columns">): void {
    const isClip = ({ encoding, begin: from, end }: MdsSample["columns"][number]): boolean =>
      end - from > (HEAD_ONLY.has(encoding) ? SNIFF_BYTES : SMALL_COLUMN_BYTES);
    const clip = columns.find(isClip);
    // Columns after a clip need another read in any case.
    const end = clip ? clip.begin + SNIFF_BYTES : (columns.at(-1)?.end ?? begin);
    this.learnedBytes = Math.max(this.learnedBytes, (end - begin) * ROOM);
  }
}
