import { FormatFault } from "../format-fault.ts";
import { type Box, countEntries, findBox, listBoxes, needBytes, readFullBox, viewOf } from "./boxes.ts";
import { codecString } from "./codec-string.ts";
import { readSampleTable, type SampleTable } from "./sample-table.ts";

export interface Edit {
  /** In movie ticks. */
  readonly duration: number;
  /** In track ticks; -1 is an empty edit. */
  readonly mediaTime: number;
}

export type Rotation = 0 | 90 | 180 | 270;

export interface VideoTrack {
  readonly timescale: number;
  readonly duration: number;
  /** As coded, before rotation. */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  readonly codec: string;
  readonly edits: readonly Edit[];
  readonly table: SampleTable;
}

export interface Movie {
  readonly timescale: number;
  readonly duration: number;
  /** Fragmented files describe their frames throughout the file. */
  readonly isFragmented: boolean;
  readonly video: VideoTrack | undefined;
}

const MOST_TRACKS = 100;
const MOST_EDITS = 1_000;
const UNKNOWN_32 = 0xff_ff_ff_ff;

const readUint64 = (view: DataView, at: number): number => view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);

/** `mvhd` and `mdhd` start with the same fields. */
const readClock = (view: DataView, box: Box): { timescale: number; duration: number } => {
  const { version, at } = readFullBox(view, box);
  const isLong = version === 1;
  needBytes(box, at, isLong ? 28 : 16);
  const timescale = view.getUint32(at + (isLong ? 16 : 8));
  const duration = isLong ? readUint64(view, at + 20) : view.getUint32(at + 12);
  if (timescale === 0) throw new FormatFault("malformed", "a timescale of the mp4 is zero", at);
  return { timescale, duration: duration >= UNKNOWN_32 && !isLong ? 0 : duration };
};

const ROTATIONS: Readonly<Record<string, Rotation>> = { "1,0": 0, "0,1": 90, "-1,0": 180, "0,-1": 270 };

const readRotation = (view: DataView, box: Box): Rotation => {
  const { version, at } = readFullBox(view, box);
  const matrix = at + (version === 1 ? 48 : 36);
  needBytes(box, matrix, 8);
  const turn = `${Math.sign(view.getInt32(matrix))},${Math.sign(view.getInt32(matrix + 4))}`;
  return ROTATIONS[turn] ?? 0;
};

const readEdits = (view: DataView, box: Box | undefined): readonly Edit[] => {
  if (box === undefined) return [];
  const { version, at } = readFullBox(view, box);
  const entryBytes = version === 1 ? 20 : 12;
  const entries = countEntries(view, box, at, entryBytes);
  if (entries > MOST_EDITS) throw new FormatFault("too_large", "the mp4 has more than a thousand edits", at);
  return Array.from({ length: entries }, (_, entry) => {
    const place = at + 4 + entry * entryBytes;
    if (version !== 1) return { duration: view.getUint32(place), mediaTime: view.getInt32(place + 4) };
    const mediaTime = view.getInt32(place + 8) * 2 ** 32 + view.getUint32(place + 12);
    return { duration: readUint64(view, place), mediaTime };
  });
};

const SAMPLE_ENTRY_BYTES = 78;

const readSampleEntry = (view: DataView, box: Box): { width: number; height: number; codec: string } => {
  const { at } = readFullBox(view, box);
  const [entry] = listBoxes(view, at + 4, box.end);
  if (entry === undefined) throw new FormatFault("malformed", "the mp4 has no codec information", box.begin);
  needBytes(entry, entry.begin, SAMPLE_ENTRY_BYTES);
  const extensions = { type: entry.type, begin: entry.begin + SAMPLE_ENTRY_BYTES, end: entry.end };
  return {
    width: view.getUint16(entry.begin + 24),
    height: view.getUint16(entry.begin + 26),
    codec: codecString(view, entry.type, extensions),
  };
};

const handlerOf = (view: DataView, track: Box): string => {
  const box = findBox(view, track, "mdia", "hdlr");
  if (box === undefined || box.begin + 12 > box.end) return "";
  return String.fromCharCode(...[8, 9, 10, 11].map((place) => view.getUint8(box.begin + place)));
};

const need = (box: Box | undefined, name: string): Box => {
  if (box === undefined) throw new FormatFault("malformed", `the header of the mp4 has no ${name}`);
  return box;
};

const readVideoTrack = (view: DataView, track: Box, fileBytes: number): VideoTrack => {
  const table = need(findBox(view, track, "mdia", "minf", "stbl"), "stbl");
  return {
    ...readClock(view, need(findBox(view, track, "mdia", "mdhd"), "mdhd")),
    ...readSampleEntry(view, need(findBox(view, table, "stsd"), "stsd")),
    rotation: readRotation(view, need(findBox(view, track, "tkhd"), "tkhd")),
    edits: readEdits(view, findBox(view, track, "edts", "elst")),
    table: readSampleTable(view, table, fileBytes),
  };
};

/** Parses the content of `moov`; of several video tracks the first is used. */
export const readMovie = (moov: Uint8Array, fileBytes: number): Movie => {
  const view = viewOf(moov);
  const root = { type: "moov", begin: 0, end: moov.length };
  const boxes = listBoxes(view, root.begin, root.end);
  const tracks = boxes.filter(({ type }) => type === "trak");
  if (tracks.length > MOST_TRACKS) throw new FormatFault("too_large", "the mp4 has more than a hundred tracks");
  const header = boxes.find(({ type }) => type === "mvhd");
  const track = tracks.find((box) => handlerOf(view, box) === "vide");
  return {
    ...readClock(view, need(header, "mvhd")),
    isFragmented: boxes.some(({ type }) => type === "mvex"),
    video: track && readVideoTrack(view, track, fileBytes),
  };
};
