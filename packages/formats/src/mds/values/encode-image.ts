import { joinBytes } from "../../join-bytes.ts";
import type { PixelsValue } from "./mds-value.ts";
import { words } from "./words.ts";

export const encodePixels = ({ width, height, mode, bytes }: Omit<PixelsValue, "kind">): Uint8Array => {
  const name = new TextEncoder().encode(mode);
  return joinBytes([words([width, height, name.length]), name, bytes]);
};

/** Count and sizes first, then the images; a list begins with a word that is kept free. */
export const encodeImages = (
  family: "list" | "jpeg_array",
  images: readonly (Uint8Array | Omit<PixelsValue, "kind">)[],
): Uint8Array => {
  const items = images.map((image) => (image instanceof Uint8Array ? image : encodePixels(image)));
  const head = words([items.length, ...items.map(({ length }) => length)]);
  return joinBytes([...(family === "list" ? [words([0])] : []), head, ...items]);
};
