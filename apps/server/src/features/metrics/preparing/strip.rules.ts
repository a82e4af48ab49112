export interface Container {
  readonly muxer: string;
  readonly contentType: string;
}

/** Tried in this order. Clips in the same container cannot be told apart by it. */
export const CONTAINERS: readonly Container[] = [
  { muxer: "mp4", contentType: "video/mp4" },
  { muxer: "webm", contentType: "video/webm" },
  { muxer: "matroska", contentType: "video/x-matroska" },
];

/** SEI units, in which encoders write their names and settings. */
const NOTES: Readonly<Record<string, string>> = { h264: "6", hevc: "39|40" };

export const stripArguments = (opening: readonly string[], codec: string | null, muxer: string): string[] => {
  const notes = NOTES[codec ?? ""];
  return [
    [...opening, "-nostdin", "-y", "-i", "/in/file", "-map", "0:V:0", "-map", "0:a?", "-c", "copy"],
    ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"],
    notes === undefined ? [] : ["-bsf:v", `filter_units=remove_types=${notes}`],
    muxer === "mp4" ? ["-movflags", "+faststart"] : [],
    ["-f", muxer, "/out/stripped"],
  ].flat();
};
