import { createChance } from "./chance.rules.ts";

/** How to render one of the clips. */
export interface ClipRecipe {
  readonly name: string;
  /** What the clip shows, for captions. */
  readonly thing: string;
  readonly picture: string;
  readonly codec: "h264" | "hevc" | "vp9";
  readonly seconds: number;
  readonly fps: number;
  /** Drops some frames, for a variable frame rate. */
  readonly isUneven: boolean;
}

export const DEMO_CLIPS = 40;

const SIZES = ["320x180", "256x144", "160x90", "180x320", "240x240", "240x180"] as const;
const RATES = [24, 30, 25, 12, 24, 15] as const;
const GRADIENTS = ["linear", "radial", "circular", "spiral"] as const;

const colour = (chance: ReturnType<typeof createChance>): string =>
  `0x${chance.below(0xff_ff_ff).toString(16).padStart(6, "0")}`;

const gradient = (n: number, size: string, fps: number): string => {
  const chance = createChance(1_000 + n);
  const colours = [0, 1, 2, 3].map((corner) => `c${corner}=${colour(chance)}`).join(":");
  const type = GRADIENTS[n % GRADIENTS.length] ?? "linear";
  return `gradients=s=${size}:r=${fps}:n=4:${colours}:seed=${n + 1}:speed=${0.02 + (n % 5) * 0.02}:type=${type}`;
};

/** Adds a moving square, so that frames can be told apart. */
const withMover = (picture: string, n: number, size: string, fps: number): string => {
  const side = Math.floor(Math.min(...size.split("x").map(Number)) / 5);
  const mover = `color=c=${colour(createChance(2_000 + n))}:s=${side}x${side}:r=${fps}`;
  const path = `x='(W-w)/2*(1+sin(${1 + (n % 4)}*t+${n}))':y='(H-h)/2*(1+cos(${1 + (n % 3)}*t))'`;
  return `${picture}[bg];${mover}[mover];[bg][mover]overlay=${path}`;
};

const recipeOf = (n: number): ClipRecipe => {
  const size = SIZES[n % SIZES.length] ?? "320x180";
  const fps = RATES[n % RATES.length] ?? 24;
  const shape = {
    name: `clip-${String(n).padStart(2, "0")}.mp4`,
    fps,
    seconds: 1 + (n % 7) / 2,
    isUneven: n % 9 === 4,
  };
  const codec = n % 20 === 7 ? "hevc" : "h264";
  if (n % 8 === 3)
    return {
      ...shape,
      thing: "fractal coast",
      picture: `mandelbrot=s=${size}:rate=${fps}:start_scale=2:end_scale=0.2`,
      codec,
    };
  if (n % 8 === 6)
    return {
      ...shape,
      thing: "test card",
      picture: `testsrc2=s=${size}:r=${fps}`,
      codec: n % 16 === 6 ? "vp9" : codec,
    };
  if (n % 8 === 1) {
    const life = `life=s=32x24:r=${fps}:mold=10:ratio=0.15:death_color=0x203040:life_color=0xf0e0c0:seed=${n}`;
    return {
      ...shape,
      thing: "colony of cells",
      picture: `${life},scale=${size.replace("x", ":")}:flags=neighbor`,
      codec,
    };
  }
  return { ...shape, thing: "square", picture: withMover(gradient(n, size, fps), n, size, fps), codec };
};

export const CLIP_RECIPES: readonly ClipRecipe[] = Array.from({ length: DEMO_CLIPS }, (_, n) => recipeOf(n));

const CODECS = {
  h264: ["-c:v", "libx264", "-preset", "veryfast", "-crf", "30", "-bf", "2"],
  hevc: [
    "-c:v",
    "libx265",
    "-preset",
    "ultrafast",
    "-crf",
    "30",
    "-tag:v",
    "hvc1",
    "-x265-params",
    "log-level=none:pools=1",
  ],
  vp9: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "80k"],
} as const;

/** ffmpeg arguments. One thread and no version metadata, for identical bytes on the same machine. */
export const clipArguments = ({ picture, codec, seconds, isUneven }: ClipRecipe, path: string): readonly string[] => [
  "-nostdin",
  "-v",
  "error",
  "-y",
  "-filter_complex_threads",
  "1",
  "-filter_complex",
  `${picture},${isUneven ? "select='not(mod(n,5)*mod(n,7))+lt(n,6)'," : ""}format=yuv420p[v]`,
  "-map",
  "[v]",
  "-t",
  String(seconds),
  ...(isUneven ? ["-vsync", "vfr"] : []),
  ...CODECS[codec],
  "-g",
  "24",
  "-threads",
  "1",
  "-flags:v",
  "+bitexact",
  "-fflags",
  "+bitexact",
  "-map_metadata",
  "-1",
  "-movflags",
  "+faststart",
  "-an",
  path,
];

export const previewArguments = (clip: string, preview: string): readonly string[] => [
  "-nostdin",
  "-v",
  "error",
  "-y",
  "-i",
  clip,
  "-frames:v",
  "1",
  "-vf",
  "scale=96:-2",
  "-c:v",
  "libwebp",
  "-quality",
  "60",
  preview,
];
