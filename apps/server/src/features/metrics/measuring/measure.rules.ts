import type { FrameSize } from "../pixels/frame-meter.ts";

/** All clips are measured at one size, so that metrics are comparable; the size is part of the metric version. */
export const SHORT_SIDE_PX = 256;
/** Blockiness needs unscaled frames. A few frames and the centre of the picture are enough. */
const NATIVE_FRAMES = 4;
const NATIVE_MAX: FrameSize = { width: 960, height: 544 };
const GRID_PX = 8;
const DETAIL_FRAMES_PER_SECOND = 8;
const USUAL_FPS = 24;

export interface NativePlan extends FrameSize {
  readonly x: number;
  readonly y: number;
}

/** The target size of scaled frames; never enlarges. */
export const planFrames = ({ width, height }: FrameSize): FrameSize => {
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const onGrid = (value: number): number => Math.floor(value / GRID_PX) * GRID_PX;

/** The centre of the picture, aligned to blocks. Undefined for a picture smaller than two blocks. */
export const planNative = (size: FrameSize): NativePlan | undefined => {
  const width = onGrid(Math.min(size.width, NATIVE_MAX.width));
  const height = onGrid(Math.min(size.height, NATIVE_MAX.height));
  if (width < 2 * GRID_PX || height < 2 * GRID_PX) return undefined;
  return { width, height, x: onGrid((size.width - width) / 2), y: onGrid((size.height - height) / 2) };
};

/** Detail is measured on every n-th frame. */
export const detailEvery = (fps: number | null): number =>
  Math.max(1, Math.round((fps ?? USUAL_FPS) / DETAIL_FRAMES_PER_SECOND));

const RAW = ["-fps_mode", "passthrough", "-f", "rawvideo"];
const scaled = ({ width, height }: FrameSize): string => `scale=${width}:${height}:flags=area,format=gray`;
/** Scales to fill the frame and crops, as performers do with a first-frame image. */
const filled = ({ width, height }: FrameSize): string =>
  `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=area,crop=${width}:${height},format=gray`;

const input = (opening: readonly string[], threads: number): string[] => [
  ...opening,
  "-nostdin",
  "-y",
  "-threads",
  `${threads}`,
  "-i",
  "/in/file",
  "-filter_complex_threads",
  "1",
];

export interface DecodePlan {
  readonly opening: readonly string[];
  readonly threads: number;
  readonly frame: FrameSize;
}

/** One decoding: every frame scaled to stdout, and a few unscaled ones to /out/native. */
export const clipArguments = (
  { opening, threads, frame }: DecodePlan,
  native: NativePlan | undefined,
  durationS: number | null,
): string[] => {
  const whole = [...input(opening, threads), "-filter_complex"];
  if (!native) return [...whole, `[0:V:0]${scaled(frame)}[small]`, "-map", "[small]", ...RAW, "pipe:1"];
  const everyS = (durationS ?? 0) / NATIVE_FRAMES;
  const { width, height, x, y } = native;
  const graph = [
    "[0:V:0]split=2[all][some]",
    `[all]${scaled(frame)}[small]`,
    `[some]select='gte(t-start_t,(selected_n+0.5)*${everyS})',crop=${width}:${height}:${x}:${y},format=gray[native]`,
  ].join(";");
  const outputs = [
    ["-map", "[small]", ...RAW, "pipe:1"],
    ["-map", "[native]", "-frames:v", `${NATIVE_FRAMES}`, ...RAW, "/out/native"],
  ];
  return [...whole, graph, ...outputs.flat()];
};

export const pictureArguments = ({ opening, threads, frame }: DecodePlan): string[] => [
  ...input(opening, threads),
  "-filter_complex",
  `[0:V:0]${filled(frame)}[one]`,
  "-map",
  "[one]",
  "-frames:v",
  "1",
  "-f",
  "rawvideo",
  "pipe:1",
];

/** At the clip's frame rate, so that equal frame numbers mean equal times. */
export const referenceArguments = ({ opening, threads, frame }: DecodePlan, fps: number | null): string[] => {
  const rate = fps === null ? "" : `fps=${fps},`;
  const graph = `[0:V:0]${rate}${filled(frame)}[all]`;
  return [...input(opening, threads), "-filter_complex", graph, "-map", "[all]", ...RAW, "pipe:1"];
};
