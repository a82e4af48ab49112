import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type AssetProbe, inputSchema, type MetricKey } from "@dailies/contract";
import { probeMedia } from "../../../apps/server/src/features/assets/media/media-probe.ts";
import { isRefusal } from "../../../apps/server/src/features/assets/media/media-refusal.ts";
import { withScratch } from "../../../apps/server/src/features/assets/media/media-scratch.ts";
import { measureClip, type Wanted } from "../../../apps/server/src/features/metrics/measuring/measure-clip.ts";
import {
  type MeasureThreads,
  openMeasureThreads,
} from "../../../apps/server/src/features/metrics/measuring/measure-threads.ts";
import { createMediaJail, type MediaJail } from "../../../apps/server/src/platform/sandbox/media-jail.ts";
import { FPS, SECONDS, SIZE } from "./clips.ts";

const MP4 = { kind: "video", mime: "video/mp4", demuxer: "mov" } as const;
const PNG = { kind: "image", mime: "image/png", demuxer: "png_pipe" } as const;

export type Figures = Readonly<Record<MetricKey, number | null>>;

export interface Laboratory {
  readonly jail: MediaJail;
  readonly threads: MeasureThreads;
  readonly folder: string;
}

export const openLaboratory = (folder: string): Laboratory => ({
  jail: createMediaJail({ running: 1, waiting: 4 }),
  threads: openMeasureThreads(),
  folder,
});

/** The request behind these clips. */
const REQUEST = {
  inputSchema: inputSchema.parse([
    { key: "seconds", label: "Length", role: "seconds", spec: { type: "number" } },
    { key: "size", label: "Size", role: "size", spec: { type: "text" } },
    { key: "fps", label: "Rate", role: "fps", spec: { type: "number" } },
  ]),
  values: { seconds: SECONDS, size: `${SIZE.width}x${SIZE.height}`, fps: FPS },
};

export const probe = async ({ jail }: Laboratory, path: string): Promise<AssetProbe> => {
  const found = await probeMedia(jail, { inputPath: path, type: MP4 });
  if (isRefusal(found)) throw new Error(`${path}: ${found.verdict}`);
  return found.probe;
};

export const measureFile = (
  { jail, threads, folder }: Laboratory,
  path: string,
  known: AssetProbe,
  beside: { readonly picture?: string; readonly reference?: string } = {},
): Promise<Figures> =>
  withScratch(join(folder, "scratch"), 0, async (scratch) => {
    await copyFile(path, scratch.inputPath);
    await chmod(scratch.inputPath, 0o644);
    const wanted: Wanted = {
      request: REQUEST,
      firstPicture: beside.picture === undefined ? undefined : { inputPath: beside.picture, type: PNG },
      reference: beside.reference === undefined ? undefined : { inputPath: beside.reference, type: MP4 },
    };
    const clip = { inputPath: scratch.inputPath, type: MP4, probe: known };
    const measured = await measureClip({ jail, threads }, clip, wanted, {
      scratch,
      signal: new AbortController().signal,
    });
    if (isRefusal(measured)) throw new Error(`${path}: ${measured.verdict}`);
    return Object.fromEntries(measured.map(({ key, value }) => [key, value])) as unknown as Figures;
  });
