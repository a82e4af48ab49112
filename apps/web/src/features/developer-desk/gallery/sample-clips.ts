import type { StatusTone } from "../../../ui/feedback/status-tag.tsx";

export interface SampleClip {
  id: string;
  prompt: string;
  model: string;
  status: string;
  tone: StatusTone;
  frames: number;
  sizeBytes: number;
  renderedMs: number;
  createdAt: string;
}

const PROMPTS = [
  "A paper boat drifts down a rainy gutter, camera at water level",
  "Two dancers turn in a mirrored room, slow dolly in",
  "Steam rises from a night market stall, handheld",
  "A glass falls and shatters, 240 frames per second",
  "A fox crosses fresh snow and looks back",
];
const MODELS = ["sample-model-a", "sample-model-b", "sample-model-c"];
const STATUSES: [string, StatusTone][] = [
  ["Finished", "success"],
  ["Generating", "info"],
  ["Waiting", "neutral"],
  ["Needs review", "warning"],
  ["Failed", "error"],
];
const MINUTE_MS = 60_000;

const at = <T>(items: readonly [T, ...T[]] | readonly T[], number: number): T => items[number % items.length] as T;

const clip = (number: number, now: number): SampleClip => {
  const mixed = (number * 2654435761) >>> 0;
  const [status, tone] = at(STATUSES, mixed >>> 7);
  return {
    id: `clip-${String(number + 1).padStart(6, "0")}`,
    prompt: at(PROMPTS, mixed >>> 3),
    model: at(MODELS, mixed >>> 11),
    status,
    tone,
    frames: 48 + (mixed % 200),
    sizeBytes: 400_000 + (mixed % 90_000_000),
    renderedMs: 2000 + (mixed % 400_000),
    createdAt: new Date(now - number * 7 * MINUTE_MS).toISOString(),
  };
};

/** Generated rows, deterministic apart from their times. */
export const sampleClips = (count: number): SampleClip[] => {
  const now = Date.now();
  return Array.from({ length: count }, (_, number) => clip(number, now));
};
