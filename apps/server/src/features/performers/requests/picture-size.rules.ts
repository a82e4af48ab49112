/** A size as users and models write it: 1280x720, 1280*720, 720p. Undefined for words such as "landscape". */
export type PictureSize = { readonly width: number; readonly height: number } | { readonly lines: number };

export const readSize = (value: unknown): PictureSize | undefined => {
  if (typeof value !== "string") return undefined;
  const sides = /^\s*(\d{1,5})\s*[x×*:]\s*(\d{1,5})\s*$/i.exec(value);
  if (sides) {
    const size = { width: Number(sides[1]), height: Number(sides[2]) };
    // 16:9 is an aspect ratio and not a size.
    return size.width >= 64 && size.height >= 64 ? size : undefined;
  }
  const lines = /^\s*(\d{3,4})p\s*$/i.exec(value)?.[1];
  return lines === undefined ? undefined : { lines: Number(lines) };
};

export const fitsSize = (asked: PictureSize, got: { width: number; height: number }): boolean =>
  "lines" in asked
    ? Math.min(got.width, got.height) === asked.lines
    : got.width === asked.width && got.height === asked.height;
