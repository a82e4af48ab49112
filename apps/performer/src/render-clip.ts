import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { encoderArguments, filterGraph, TEXT_FILE } from "./draw-clip.ts";
import { chooseScene, type Scene } from "./scene/choose-scene.ts";
import type { Layer } from "./scene/layer.ts";
import { stageScene } from "./scene/stage-scene.ts";
import { type ClipSpec, IMAGE_DEMUXERS } from "./video-request.ts";

const MAX_RENDER_MS = 10 * 60_000;

interface RenderInput {
  readonly spec: ClipSpec;
  /** The final path, written atomically. */
  readonly file: string;
  readonly workFolder: string;
  /** The folder of the images that requests brought, by their hash. */
  readonly imageFolder?: string;
  readonly onProgress: (share: number) => void;
}

/** Renders with one thread, so that equal requests give equal bytes. */
export const renderClip = async ({ spec, file, workFolder, imageFolder, onProgress }: RenderInput): Promise<void> => {
  const folder = await mkdtemp(path.join(workFolder, "render-"));
  try {
    const scene = chooseScene(spec);
    if (scene.text !== undefined) await writeFile(path.join(folder, TEXT_FILE), scene.text);
    const { inputs, graph } = spec.image
      ? imageInput(spec, scene, spec.image, imageFolder)
      : await paintInputs(spec, scene, folder);
    await runFfmpeg({ spec, folder, onProgress }, inputs, graph);
    await rename(path.join(folder, "clip.mp4"), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Inputs {
  readonly inputs: readonly string[];
  readonly graph: string;
}

/** The format is named and never guessed: ffmpeg would otherwise also open playlists that name other files. */
const imageInput = (
  spec: ClipSpec,
  scene: Scene,
  { hash, format }: NonNullable<ClipSpec["image"]>,
  imageFolder = "",
): Inputs => ({
  inputs: ["-protocol_whitelist", "file", "-f", IMAGE_DEMUXERS[format], "-i", path.resolve(imageFolder, hash)],
  graph: filterGraph(spec, scene, undefined),
});

const paintInputs = async (spec: ClipSpec, scene: Scene, folder: string): Promise<Inputs> => {
  const { sky, others } = stageScene(spec, scene);
  const inputs: string[] = [];
  for (const [place, layer] of [sky, ...others.map((staged) => staged.layer)].entries()) {
    await writeFile(path.join(folder, `${place}.rgba`), layer.pixels);
    inputs.push(...inputOf(layer, place, spec.fps));
  }
  return { inputs, graph: filterGraph(spec, scene, others) };
};

const inputOf = ({ width, height }: Layer, place: number, fps: number): string[] => {
  const shape = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", `${width}x${height}`, "-r", `${fps}`];
  return [...shape, "-i", `${place}.rgba`];
};

const runFfmpeg = async (
  { spec, folder, onProgress }: { spec: ClipSpec; folder: string; onProgress: (share: number) => void },
  inputs: readonly string[],
  graph: string,
): Promise<void> => {
  const common = ["-nostdin", "-v", "error", "-y", "-filter_complex_threads", "1", "-progress", "pipe:1"];
  const child = spawn(
    "ffmpeg",
    [...common, ...inputs, "-filter_complex", graph, ...encoderArguments(spec), "clip.mp4"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MAX_RENDER_MS,
      killSignal: "SIGKILL",
    },
  );
  const frames = Math.round(spec.seconds * spec.fps);
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("frame=")) onProgress(Math.min(1, Number(line.slice(6)) / frames));
  });
  const complaints: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${complaints.join("").slice(0, 2_000)}`);
};
