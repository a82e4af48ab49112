import type { Box } from "./boxes.ts";
import { findBox } from "./boxes.ts";

const hex = (value: number): string => value.toString(16).padStart(2, "0");
const two = (value: number): string => String(value).padStart(2, "0");

const reverseBits = (value: number): number => {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((value >>> bit) & 1);
  return reversed;
};

const avcString = (fourcc: string, view: DataView, at: number): string =>
  `${fourcc}.${hex(view.getUint8(at + 1))}${hex(view.getUint8(at + 2))}${hex(view.getUint8(at + 3))}`;

/** ISO/IEC 14496-15, annex E: profile, reversed compatibility flags, tier and level, constraints without trailing zeros. */
const hevcString = (fourcc: string, view: DataView, at: number): string => {
  const first = view.getUint8(at + 1);
  const space = ["", "A", "B", "C"][first >> 6] ?? "";
  const compatibility = reverseBits(view.getUint32(at + 2)).toString(16);
  const constraints = Array.from({ length: 6 }, (_, place) => view.getUint8(at + 6 + place));
  while (constraints.at(-1) === 0) constraints.pop();
  const tier = (first >> 5) & 1 ? "H" : "L";
  const level = `${tier}${view.getUint8(at + 12)}`;
  return [
    fourcc,
    `${space}${first & 31}`,
    compatibility,
    level,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join(".");
};

const av1String = (view: DataView, at: number): string => {
  const [profileAndLevel, flags] = [view.getUint8(at + 1), view.getUint8(at + 2)];
  const tier = flags & 0x80 ? "H" : "M";
  const highDepth = flags & 0x20 ? 12 : 10;
  const depth = flags & 0x40 ? highDepth : 8;
  return `av01.${profileAndLevel >> 5}.${two(profileAndLevel & 31)}${tier}.${two(depth)}`;
};

const vp9String = (fourcc: string, view: DataView, at: number): string =>
  `${fourcc}.${two(view.getUint8(at + 4))}.${two(view.getUint8(at + 5))}.${two(view.getUint8(at + 6) >> 4)}`;

const CONFIGURATIONS: Readonly<Record<string, { box: string; bytes: number }>> = {
  avc1: { box: "avcC", bytes: 4 },
  avc3: { box: "avcC", bytes: 4 },
  hvc1: { box: "hvcC", bytes: 13 },
  hev1: { box: "hvcC", bytes: 13 },
  av01: { box: "av1C", bytes: 3 },
  vp09: { box: "vpcC", bytes: 7 },
  vp08: { box: "vpcC", bytes: 7 },
};

/** Codec string of a video track for `canPlayType` and WebCodecs; its FourCC when no more is known. */
export const codecString = (view: DataView, fourcc: string, extensions: Box): string => {
  const wanted = Object.hasOwn(CONFIGURATIONS, fourcc) ? CONFIGURATIONS[fourcc] : undefined;
  const plain = fourcc.replaceAll(/[^\x21-\x7e]/g, "?");
  const found = wanted && findBox(view, extensions, wanted.box);
  if (wanted === undefined || found === undefined || found.end - found.begin < wanted.bytes) return plain;
  if (wanted.box === "avcC") return avcString(fourcc, view, found.begin);
  if (wanted.box === "hvcC") return hevcString(fourcc, view, found.begin);
  return wanted.box === "av1C" ? av1String(view, found.begin) : vp9String(fourcc, view, found.begin);
};
