import { FormatFault } from "../../format-fault.ts";
import { readWord } from "../shards/offsets.ts";
import type { ImageKind } from "./encodings.ts";
import type { ImageValue, PixelsValue } from "./mds-value.ts";
import { decodeUtf8 } from "./parse-text.ts";

const WORD = 4;
const MAX_MODE_BYTES = 16;

const refuse = (message: string): never => {
  throw new FormatFault("malformed", message);
};

const decodePixels = (bytes: Uint8Array): PixelsValue => {
  if (bytes.length < 3 * WORD) return refuse("the image is shorter than its header");
  const [width, height, modeBytes] = [readWord(bytes, 0), readWord(bytes, WORD), readWord(bytes, 2 * WORD)];
  const begin = 3 * WORD + modeBytes;
  if (modeBytes > MAX_MODE_BYTES || begin > bytes.length) return refuse("the image has no mode");
  const mode = decodeUtf8(bytes.subarray(3 * WORD, begin));
  return { kind: "pixels", width, height, mode, bytes: bytes.subarray(begin) };
};

export const decodeImage = (item: ImageKind, bytes: Uint8Array): ImageValue | PixelsValue =>
  item === "pil" ? decodePixels(bytes) : { kind: "image", mediaType: `image/${item}`, bytes };

/** Images in sequence, after their count and sizes. */
export const decodeImages = (item: ImageKind, bytes: Uint8Array, at: number): (ImageValue | PixelsValue)[] => {
  if (bytes.length < at + WORD) return refuse("the list of images has no count");
  const count = readWord(bytes, at);
  let begin = at + WORD + count * WORD;
  if (begin > bytes.length) return refuse(`${count} images do not fit into ${bytes.length} bytes`);
  const items = Array.from({ length: count }, (_, place) => {
    const end = begin + readWord(bytes, at + WORD + place * WORD);
    if (end > bytes.length) return refuse(`image ${place} extends past the end of the list`);
    const image = decodeImage(item, bytes.subarray(begin, end));
    begin = end;
    return image;
  });
  return begin === bytes.length ? items : refuse("there are extra bytes after the last image");
};
