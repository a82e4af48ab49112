import type { AssetProbe } from "@dailies/contract";
import { z } from "zod";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { probeArguments } from "./media-arguments.ts";
import { MAX_DURATION_S, MAX_SIDE_PX, PROBE_LIMITS } from "./media-limits.ts";
import { codecRefusalOf, isRefusal, type Refusal, refusalOf, refuse } from "./media-refusal.ts";
import type { MediaType } from "./media-sniff-containers.ts";

/** A stream as ffprobe reports it; all of it is untrusted input. */
const stream = z.object({
  index: z.int().nonnegative(),
  codec_type: z.string().optional(),
  codec_name: z.string().max(64).optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  nb_frames: z.string().optional(),
  duration: z.string().optional(),
  disposition: z.object({ attached_pic: z.number() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
type Stream = z.infer<typeof stream>;
const report = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ duration: z.string().optional() }).default({}),
});

export interface ProbedMedia {
  readonly type: MediaType;
  readonly probe: AssetProbe;
  /** Index of the video stream. */
  readonly pictureStream: number | undefined;
}

const AUDIO_ONLY: Readonly<Record<string, string>> = {
  "video/mp4": "audio/mp4",
  "video/quicktime": "audio/mp4",
  "video/webm": "audio/webm",
  "video/x-matroska": "audio/x-matroska",
};

export interface LookedAt {
  readonly inputPath: string;
  readonly type: MediaType;
  readonly signal?: AbortSignal | undefined;
}

export const probeMedia = async (
  jail: Pick<MediaJail, "run">,
  { inputPath, type, signal }: LookedAt,
): Promise<ProbedMedia | Refusal> => {
  const command = { program: "ffprobe", args: probeArguments(type), limits: PROBE_LIMITS } as const;
  const outcome = await jail.run({ ...command, inputPath, signal });
  const refusal = codecRefusalOf(outcome) ?? refusalOf(outcome);
  if (refusal) return refusal;
  const parsed = report.safeParse(parseJson(outcome.stdout));
  return parsed.success ? judge(type, parsed.data) : refuse("the file is damaged or incomplete");
};

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const judge = (type: MediaType, { streams, format }: z.infer<typeof report>): ProbedMedia | Refusal => {
  const isCover = ({ disposition }: Stream): boolean => disposition?.attached_pic === 1;
  const picture = streams.find((each) => each.codec_type === "video" && !isCover(each));
  const sound = streams.find((each) => each.codec_type === "audio");
  const durationS = seconds(format.duration) ?? seconds((picture ?? sound)?.duration);
  if (durationS !== null && durationS > MAX_DURATION_S)
    return refuse(`it is longer than ${MAX_DURATION_S / 3_600} hours`);
  const audio = sound?.codec_name ?? null;
  if (type.kind !== "audio" && picture) return judgePicture(type, picture, { durationS, audio });
  return sound ? judgeSound(type, { durationS, audio }) : refuse("the file has neither video nor audio");
};

interface Beside {
  readonly durationS: number | null;
  readonly audio: string | null;
}

const NO_PICTURE = { width: null, height: null, fps: null, frames: null, codec: null, vfr: false };

const judgeSound = (type: MediaType, { durationS, audio }: Beside): ProbedMedia | Refusal => {
  const mime = type.kind === "audio" ? type.mime : AUDIO_ONLY[type.mime];
  if (mime === undefined) return refuse("the file has no video");
  return {
    type: { ...type, kind: "audio", mime },
    probe: { ...NO_PICTURE, duration: durationS, audio },
    pictureStream: undefined,
  };
};

const judgePicture = (type: MediaType, picture: Stream, { durationS, audio }: Beside): ProbedMedia | Refusal => {
  const size = displaySize(picture);
  if (isRefusal(size)) return size;
  const base = { ...size, codec: picture.codec_name ?? null, audio };
  if (type.kind === "image") {
    const probe = { ...base, duration: null, fps: null, frames: null, vfr: false };
    return { type, pictureStream: picture.index, probe };
  }
  const fps = rate(picture.avg_frame_rate) ?? rate(picture.r_frame_rate);
  const vfr = isUneven(rate(picture.r_frame_rate), rate(picture.avg_frame_rate));
  const probe = { ...base, duration: durationS, fps, frames: countFrames(picture, { durationS, fps, vfr }), vfr };
  return { type, pictureStream: picture.index, probe };
};

/** The size as displayed: phones store portrait clips as landscape with rotation metadata. */
const displaySize = ({ width = 0, height = 0, side_data_list = [] }: Stream) => {
  // ffprobe reports 0, without an error, for a picture above its limit.
  if (width <= 0 || height <= 0) return refuse("the frame size is missing or too large");
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX) return refuse(`it is larger than ${MAX_SIDE_PX} × ${MAX_SIDE_PX}`);
  const isTurned = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return isTurned ? { width: height, height: width } : { width, height };
};

const countFrames = (
  { nb_frames }: Stream,
  { durationS, fps, vfr }: { durationS: number | null; fps: number | null; vfr: boolean },
): number | null => {
  const counted = Number(nb_frames);
  if (Number.isSafeInteger(counted) && counted > 0) return counted;
  return durationS !== null && fps !== null && !vfr ? Math.round(durationS * fps) : null;
};

/** Containers round frame rates; a difference of more than one percent means a variable rate. */
const isUneven = (nominal: number | null, average: number | null): boolean =>
  nominal !== null && average !== null && Math.abs(nominal / average - 1) > 0.01;

const seconds = (value: string | undefined): number | null => {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : null;
};

const rate = (value: string | undefined): number | null => {
  const [over = 0, under = 1] = (value ?? "").split("/").map(Number);
  const fps = over / under;
  return Number.isFinite(fps) && fps > 0 && fps <= 1_000 ? fps : null;
};
