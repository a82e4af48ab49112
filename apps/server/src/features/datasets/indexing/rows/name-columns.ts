import type { DatasetColumn } from "@dailies/contract";
import type { Cell } from "../sources/source.ts";

/** In order of likelihood. */
const CAPTION_NAMES = ["caption", "text", "txt", "prompt", "description", "caption_long", "long_caption", "title"];

const textAt = (values: ReadonlyMap<string, Cell>, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = values.get(name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
};

export const captionOf = (values: ReadonlyMap<string, Cell>): string | undefined => textAt(values, CAPTION_NAMES);

const NUMBERS = {
  durationS: ["duration_s", "duration", "duration_sec", "video_duration", "length_s"],
  width: ["width", "width_source", "w"],
  height: ["height", "height_source", "h"],
  fps: ["fps", "framerate", "framerate_source", "frame_rate"],
  frames: ["frames", "num_frames", "n_frames", "frame_count"],
} as const;

/** Metadata columns about the clips, used where the clip's own header has no value. */
export const saidOfMedia = (values: ReadonlyMap<string, Cell>): Record<keyof typeof NUMBERS, number | null> => {
  const first = (names: readonly string[]): number | null => {
    for (const name of names) {
      const value = values.get(name);
      if (typeof value === "number" && value > 0) return value;
    }
    return null;
  };
  return {
    durationS: first(NUMBERS.durationS),
    width: first(NUMBERS.width),
    height: first(NUMBERS.height),
    fps: first(NUMBERS.fps),
    frames: first(NUMBERS.frames),
  };
};

/** The role of a column, by its name and type. */
export const roleOf = (name: string, type: DatasetColumn["type"]): DatasetColumn["role"] => {
  const plain = name.toLowerCase();
  if (type === "vector") return "vector";
  if (type === "media") return "media";
  if (type === "text" && (CAPTION_NAMES.includes(plain) || plain.includes("caption"))) return "caption";
  if (type === "text" && (plain === "source" || plain === "dataset" || plain === "source_video")) return "source";
  if ((type === "number" || type === "integer") && plain.includes("score")) return "score";
  return null;
};
