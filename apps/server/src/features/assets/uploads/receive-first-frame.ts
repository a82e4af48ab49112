import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { AssetProbe } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { storeDerivatives } from "../ingest/store-derivatives.ts";
import { openingForPictures } from "../media/media-arguments.ts";
import { POSTER_MAX_WIDTH_PX } from "../media/media-limits.ts";
import { receiveFile } from "../media/media-receive.ts";
import { type Refusal, refusalOf, refuse } from "../media/media-refusal.ts";
import { readOutput, type Scratch, withScratch } from "../media/media-scratch.ts";
import type { MediaType } from "../media/media-sniff-containers.ts";
import { newMediaKey } from "../object-keys.ts";
import { findCheckedImage } from "./imported-asset.store.ts";
import type { OutputDeps, OutputLimits, ReceivedClip } from "./receive-output.ts";

const FRAME_MIME = "image/png";
const MAX_FRAME_BYTES = 64 * 1024 ** 2;
const LIMITS = { cpuS: 40, wallMs: 60_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: MAX_FRAME_BYTES } as const;
const VERSION = 1;

/**
 * Stores the first frame of a clip as a PNG of its full size, decoded inside the sandbox. The same clip gives the same
 * bytes, and bytes that were stored before are reused. A refusal is a fault of the clip.
 */
export const receiveFirstFrame = async (
  deps: OutputDeps,
  clip: Readable,
  { maxBytes, signal }: OutputLimits,
): Promise<ReceivedClip | Refusal> => {
  await deps.jail.check();
  return withScratch(deps.scratchRoot, maxBytes, async (scratch) => {
    const { sizeBytes, type } = await receiveFile(clip, { path: scratch.inputPath, maxBytes, signal });
    if (sizeBytes > maxBytes) return refuse(`it is larger than ${Math.round(maxBytes / 1024 ** 2)} MiB`);
    if (!type || type.kind === "audio") return refuse("the file is neither a video nor an image");
    const framePath = await scratch.addOutput("frame");
    const refusal = await decode(deps, scratch, { type, framePath, signal });
    if (refusal?.isPerhapsOurs) throw new DomainError("unavailable", `${refusal.verdict}; it is tried again`);
    if (refusal) return refusal;
    const poster = await readOutput(scratch.outputs.poster);
    const { size } = await stat(framePath);
    if (!poster || size === 0) return refuse("no frame could be decoded");
    return storeFrame(deps, await readFile(framePath), poster);
  });
};

const decode = async (
  { jail }: OutputDeps,
  { inputPath, outputs }: Scratch,
  { type, framePath, signal }: { type: MediaType; framePath: string; signal: AbortSignal },
): Promise<Refusal | undefined> => {
  const one = ["-frames:v", "1", "-map_metadata", "-1", "-fflags", "+bitexact"];
  const graph = `[0:v:0]split=2[frame][small];[small]scale='min(${POSTER_MAX_WIDTH_PX},iw)':-2[poster]`;
  const args = [
    [...openingForPictures(type), "-nostdin", "-y", "-filter_complex_threads", "1", "-threads", "2"],
    ["-i", "/in/file", "-filter_complex", graph],
    ["-map", "[frame]", ...one, "-c:v", "png", "-pix_fmt", "rgb24", "-f", "image2pipe", "/out/frame"],
    ["-map", "[poster]", ...one, "-c:v", "libwebp", "-quality", "80", "-f", "webp", "/out/poster"],
  ].flat();
  const files = { frame: framePath, poster: outputs.poster };
  return refusalOf(await jail.run({ program: "ffmpeg", args, inputPath, outputs: files, limits: LIMITS, signal }));
};

/** Offsets of width and height in the header that every PNG starts with. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

const probeOf = (png: Buffer): AssetProbe => ({
  duration: null,
  width: png.readUInt32BE(WIDTH_AT),
  height: png.readUInt32BE(HEIGHT_AT),
  fps: null,
  frames: null,
  codec: "png",
  audio: null,
  vfr: false,
});

const storeFrame = async ({ db, storage }: OutputDeps, frame: Buffer, poster: Buffer): Promise<ReceivedClip> => {
  const content = { sha256: createHash("sha256").update(frame).digest(), sizeBytes: frame.length };
  const known = await findCheckedImage(db, content);
  if (known) return { ...known, ...content, assetId: newId(), isShared: true };
  const assetId = newId();
  const objectKey = newMediaKey(assetId, VERSION);
  await storage.putObject(objectKey, frame, { contentType: FRAME_MIME });
  const derived = await storeDerivatives(storage, { assetId, version: VERSION }, { poster, sprite: undefined });
  const { bucket } = storage;
  return {
    assetId,
    ...content,
    mime: FRAME_MIME,
    probe: probeOf(frame),
    bucket,
    objectKey,
    ...derived,
    isShared: false,
  };
};
