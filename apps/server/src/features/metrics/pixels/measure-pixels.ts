import type { Readable } from "node:stream";
import type { JailCommand, JailOutcome, MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { blockinessOf } from "./blockiness.rules.ts";
import { type FrameFigures, FrameMeter, type FrameSize, type MeterOptions } from "./frame-meter.ts";
import { medianOf } from "./numbers.rules.ts";
import { readFrames } from "./read-frames.ts";
import { psnrOf, squaredErrorOf, ssimOf } from "./similarity.rules.ts";

/** A sandboxed program that writes luma frames of one size to stdout. */
export type Decoding = Pick<JailCommand, "args" | "inputPath" | "outputs" | "limits">;

export interface PixelJob {
  readonly clip: Decoding;
  readonly meter: MeterOptions;
  /** Where the decoding writes a few unscaled frames. */
  readonly native: FrameSize & { readonly path: string };
  readonly firstPicture?: Decoding | undefined;
  readonly reference?: Decoding | undefined;
}

/** How a decoding ended; the caller interprets it. */
export type Ending = Pick<JailOutcome, "exitCode" | "isTimedOut" | "stderr">;

export interface PixelFigures {
  readonly ending: Ending;
  readonly frames: FrameFigures;
  readonly blockiness: number | null;
  /** Undefined when there was none to compare with, null when it could not be read. */
  readonly firstSsim: number | null | undefined;
  readonly reference: { readonly psnr: number; readonly ssim: number; readonly frames: number } | null | undefined;
}

type Jail = Pick<MediaJail, "run">;
export type ReadBytes = (path: string) => Promise<Uint8Array>;

/** Streams the clip once, next to its reference; only a few frames are in memory. */
export const measurePixels = async (
  { jail, readBytes }: { jail: Jail; readBytes: ReadBytes },
  job: PixelJob,
  signal?: AbortSignal,
): Promise<PixelFigures> => {
  const picture = job.firstPicture && (await decodePicture(jail, job.firstPicture, job.meter, signal));
  const meter = new FrameMeter(job.meter);
  const comparison = job.reference && new Comparison(job.meter);
  const first = new FirstFrame(job.meter, picture ?? undefined);
  const take = (frame: Uint8Array, reference: Uint8Array | undefined): void => {
    first.take(frame);
    meter.take(frame);
    if (reference) comparison?.take(frame, reference);
  };
  const frameBytes = job.meter.width * job.meter.height;
  const ending = await decode(jail, job.clip, signal, (stdout) => {
    const frames = readFrames(stdout, frameBytes);
    return job.reference
      ? readBeside(jail, { ...job, reference: job.reference }, signal, frames, take)
      : readAlone(frames, take);
  });
  return {
    ending,
    frames: meter.finish(),
    blockiness: ending.exitCode === 0 ? await measureGrid(await readBytes(job.native.path), job.native) : null,
    firstSsim: job.firstPicture && (picture ? first.ssim : null),
    reference: comparison?.finish(),
  };
};

type Take = (frame: Uint8Array, reference: Uint8Array | undefined) => void;

const decode = async (
  jail: Jail,
  decoding: Decoding,
  signal: AbortSignal | undefined,
  readStdout: (stdout: Readable) => Promise<void>,
): Promise<Ending> => {
  const { exitCode, isTimedOut, stderr } = await jail.run({ program: "ffmpeg", ...decoding, readStdout, signal });
  return { exitCode, isTimedOut, stderr };
};

const readAlone = async (frames: AsyncGenerator<Uint8Array>, take: Take): Promise<void> => {
  for await (const frame of frames) take(frame, undefined);
};

/** Back-pressure keeps the two programs in step: the faster one blocks until its next frame is read. */
const readBeside = async (
  jail: Jail,
  { reference, meter }: PixelJob & { readonly reference: Decoding },
  signal: AbortSignal | undefined,
  frames: AsyncGenerator<Uint8Array>,
  take: Take,
): Promise<void> => {
  await decode(jail, reference, signal, async (stdout) => {
    const others = readFrames(stdout, meter.width * meter.height);
    for await (const frame of frames) {
      const other = await others.next();
      take(frame, other.done ? undefined : other.value);
    }
  });
};

const decodePicture = async (
  jail: Jail,
  decoding: Decoding,
  { width, height }: FrameSize,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> => {
  let picture: Uint8Array | null = null;
  await decode(jail, decoding, signal, async (stdout) => {
    for await (const frame of readFrames(stdout, width * height)) picture ??= frame.slice();
  });
  return picture;
};

const measureGrid = async (bytes: Uint8Array, { width, height }: FrameSize): Promise<number | null> => {
  const frameBytes = width * height;
  const ratios: number[] = [];
  for (let start = 0; frameBytes > 0 && start + frameBytes <= bytes.length; start += frameBytes) {
    ratios.push(blockinessOf(bytes.subarray(start, start + frameBytes), width, height));
  }
  return medianOf(ratios);
};

class FirstFrame {
  ssim: number | null = null;
  readonly #size: FrameSize;
  #picture: Uint8Array | undefined;

  constructor(size: FrameSize, picture: Uint8Array | undefined) {
    this.#size = size;
    this.#picture = picture;
  }

  take(frame: Uint8Array): void {
    if (!this.#picture) return;
    this.ssim = ssimOf(this.#picture, frame, this.#size.width, this.#size.height);
    this.#picture = undefined;
  }
}

class Comparison {
  readonly #size: FrameSize;
  #frames = 0;
  #squares = 0;
  #ssim = 0;

  constructor(size: FrameSize) {
    this.#size = size;
  }

  take(frame: Uint8Array, reference: Uint8Array): void {
    this.#frames += 1;
    this.#squares += squaredErrorOf(frame, reference);
    this.#ssim += ssimOf(frame, reference, this.#size.width, this.#size.height) ?? 0;
  }

  finish(): { psnr: number; ssim: number; frames: number } | null {
    if (this.#frames === 0) return null;
    const pixels = this.#frames * this.#size.width * this.#size.height;
    return { psnr: psnrOf(this.#squares / pixels), ssim: this.#ssim / this.#frames, frames: this.#frames };
  }
}
