import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const QUIET = ["-v", "error", "-nostdin", "-y", "-fflags", "+bitexact"];
const PICTURES = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=24:d=2"];
const SOUND = ["-f", "lavfi", "-i", "sine=d=2"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const ONE = ["-frames:v", "1"];

/** The ffmpeg arguments of each sample; tests make others with `render`. */
const SAMPLES = {
  "clip.mp4": [...PICTURES, ...SOUND, ...H264, "-c:a", "aac"],
  "clip.mov": [...PICTURES, ...H264],
  "clip.webm": [...PICTURES, ...SOUND, "-c:v", "libvpx-vp9", "-deadline", "realtime", "-c:a", "libopus"],
  "clip.mkv": [...PICTURES, ...SOUND, ...H264, "-c:a", "flac"],
  "clip.avi": [...PICTURES, ...SOUND, "-c:v", "mpeg4", "-c:a", "mp3"],
  "clip.ts": [...PICTURES, ...SOUND, ...H264, "-c:a", "aac"],
  "uneven.mp4": [...PICTURES, "-vf", "select='not(between(n,5,30))'", "-vsync", "vfr", ...H264],
  "still.png": [...PICTURES, ...ONE],
  "still.jpg": [...PICTURES, ...ONE],
  "still.webp": [...PICTURES, ...ONE],
  "still.avif": [...PICTURES, ...ONE, "-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8"],
  "moving.gif": [...PICTURES],
  "sound.mp3": [...SOUND],
  "sound.wav": [...SOUND],
  "sound.flac": [...SOUND],
  "sound.ogg": [...SOUND],
  "sound.m4a": [...SOUND],
  "sound.webm": [...SOUND, "-c:a", "libopus"],
} as const;

export type SampleName = keyof typeof SAMPLES;
export const SAMPLE_NAMES = Object.keys(SAMPLES) as SampleName[];

export const render = async (path: string, args: readonly string[]): Promise<string> => {
  await promisify(execFile)("ffmpeg", [...QUIET, ...args, path]);
  return path;
};

export const renderSample = (folder: string, name: SampleName): Promise<string> =>
  render(join(folder, name), SAMPLES[name]);
