import { openMdsIndex } from "../mds/index/open-index.ts";
import { type WriteMdsOptions, writeMds } from "../mds/write-mds.ts";
import { recordingSource } from "./recording-source.ts";

type Samples = Parameters<typeof writeMds>[0];

export const writeSet = async (samples: Samples, options: WriteMdsOptions): Promise<Map<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>();
  for await (const { name, bytes } of writeMds(samples, options)) files.set(`set/${name}`, bytes);
  return files;
};

export const openSet = async (files: ReadonlyMap<string, Uint8Array>) => {
  const source = recordingSource(files);
  const index = await openMdsIndex(source, "set/index.json");
  source.requests.length = 0;
  return { source, index };
};

/** Bytes that identify their position. */
export const someBytes = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 17) & 0xff);

export const clips = (count: number, videoBytes: number) =>
  Array.from({ length: count }, (_, at) => ({
    caption: `clip ${at}`,
    fps: 24 + at,
    video: someBytes(videoBytes, at),
  }));

export const CLIP_COLUMNS = { caption: "str", fps: "float32", video: "bytes" };
