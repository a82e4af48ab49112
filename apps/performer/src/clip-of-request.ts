import { type Fault, hasFault } from "./fault.ts";
import type { ClipSpec, VideoRequest } from "./video-request.ts";

export const PREBUILT_CLIPS = 8;
const SHORT_BY = 0.8;
const SMALLER_BY = 16;

const STYLE_OF: Readonly<Record<VideoRequest["model"], ClipSpec["style"]>> = {
  reference: "steady",
  "reference-soft": "soft",
  "reference-shaky": "shaky",
  "reference-slow": "steady",
  "reference-instant": "steady",
};

const smaller = (side: number): number => Math.max(64, side - SMALLER_BY);

/** What is actually rendered: the request, unless a fault changes it. */
export const clipOfRequest = (request: VideoRequest, seed: number, faults: readonly Fault[]): ClipSpec => {
  const [width = 0, height = 0] = request.size.split("x").map(Number);
  const isSmaller = hasFault(faults, "wrong_size");
  const seconds = hasFault(faults, "wrong_length") ? request.seconds * SHORT_BY : request.seconds;
  const shape = {
    width: isSmaller ? smaller(width) : width,
    height: isSmaller ? smaller(height) : height,
    seconds: Math.round(seconds * request.fps) / request.fps,
    fps: request.fps,
    hasAudio: request.audio,
    style: STYLE_OF[request.model],
  };
  if (request.model !== "reference-instant") return { ...shape, prompt: request.prompt, seed };
  const number = seed % PREBUILT_CLIPS;
  return { ...shape, prompt: `Reference clip ${number + 1} of ${PREBUILT_CLIPS}`, seed: number };
};
