import { join } from "node:path";
import { render } from "../../../apps/server/src/testing/media-samples.ts";

export const SECONDS = 4;
export const FPS = 24;
export const SIZE = { width: 640, height: 360 } as const;

const MOVING = `testsrc2=s=${SIZE.width}x${SIZE.height}:r=${FPS}:d=${SECONDS}`;
const H264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"];

/** The same scene each time, with one defect. */
const FAULTS = {
  clean: "null",
  frozen: "trim=end=1.5,tpad=stop_mode=clone:stop_duration=2.5",
  flickering: "eq=brightness='0.1*mod(n,2)':eval=frame",
  cut: `trim=end=2[x1];testsrc=s=${SIZE.width}x${SIZE.height}:r=${FPS}:d=2[y1];[x1][y1]concat`,
  black: "fade=t=out:st=2.5:d=0.01",
  blurred: "gblur=sigma=5",
  blocky: "pixelize=w=8:h=8",
  jerky: "shuffleframes=0 3 2 1",
  short: "trim=end=3",
  looping: "split[x][y];[x]trim=end=2[x1];[y]trim=end=2,reverse[y1];[x1][y1]concat",
  noisy: "noise=alls=60:allf=t",
} as const;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

export const renderFault = (folder: string, name: FaultName): Promise<string> => {
  const graph = `${MOVING}[in];[in]${FAULTS[name]}[out]`;
  return render(join(folder, `${name}.mp4`), ["-filter_complex", graph, "-map", "[out]", "-r", `${FPS}`, ...H264]);
};

/** Two images of the same size: the first frame of the scene, and another one. */
export const renderPictures = async (folder: string): Promise<{ first: string; other: string }> => {
  const one = ["-frames:v", "1"];
  return {
    first: await render(join(folder, "first.png"), ["-f", "lavfi", "-i", MOVING, ...one]),
    other: await render(join(folder, "other.png"), ["-f", "lavfi", "-i", `smptebars=s=640x360`, ...one]),
  };
};

export interface Timed {
  readonly name: string;
  readonly id: string;
  /** Allowed deviation from one for decoding against itself; a few rounds are less precise. */
  readonly control: number;
  readonly source: string;
  readonly rounds: number;
}

export const SMOKED: readonly Timed[] = [
  { name: "2 s of 720p", id: "metrics.720p", control: 0.1, source: "testsrc2=s=1280x720:r=24:d=2", rounds: 4 },
];
export const TIMED: readonly Timed[] = [
  { name: "5 s of 720p", id: "metrics.720p", control: 0.05, source: "testsrc2=s=1280x720:r=24:d=5", rounds: 15 },
  { name: "10 s of 1080p", id: "metrics.1080p", control: 0.05, source: "testsrc2=s=1920x1080:r=30:d=10", rounds: 6 },
];

/** With grain, as in a clip from a camera or a model: a synthetic one decodes unusually fast. */
export const renderTimed = (folder: string, source: string): Promise<string> =>
  render(join(folder, "timed.mp4"), [
    "-f",
    "lavfi",
    "-i",
    `${source},noise=alls=12:allf=t`,
    ...H264.slice(0, 4),
    "-pix_fmt",
    "yuv420p",
  ]);
