import { type AssetProbe, METRICS, type MetricKey } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { type MediaType, openingForPictures, type Refusal, refusalOf, type Scratch } from "../../assets/index.ts";
import { compareRequest, type Request } from "../judging/delivered.rules.ts";
import type { FrameSize } from "../pixels/frame-meter.ts";
import type { Decoding, PixelJob } from "../pixels/measure-pixels.ts";
import { type Finding, figuresOf } from "./figures.rules.ts";
import {
  clipArguments,
  type DecodePlan,
  detailEvery,
  pictureArguments,
  planFrames,
  planNative,
  referenceArguments,
} from "./measure.rules.ts";
import type { MeasureThreads } from "./measure-threads.ts";

export interface MeasureDeps {
  readonly jail: Pick<MediaJail, "hold">;
  readonly threads: Pick<MeasureThreads, "measure">;
}

export interface MediaFile {
  readonly inputPath: string;
  readonly type: MediaType;
}

export interface ClipFile extends MediaFile {
  readonly probe: AssetProbe;
}

/** References to compare the clip with; each is optional. */
export interface Wanted {
  readonly request?: Request | undefined;
  readonly firstPicture?: MediaFile | undefined;
  readonly reference?: MediaFile | undefined;
}

export interface Measurement extends Finding {
  readonly key: MetricKey;
  readonly version: string;
}

export interface Measuring {
  readonly scratch: Pick<Scratch, "addOutput">;
  readonly signal: AbortSignal;
}

/** Decoder threads: each holds its own frames, so more would exceed the memory limit. */
const THREADS = 2;
const USUAL_FPS = 24;
const LIMITS = { cpuS: 900, wallMs: 1_800_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: 64 * 1024 ** 2 } as const;

/** Computes every metric from one decoding, off the event loop. A refusal means that the file is faulty. */
export const measureClip = async (
  { jail, threads }: MeasureDeps,
  clip: ClipFile,
  wanted: Wanted,
  { scratch, signal }: Measuring,
): Promise<Measurement[] | Refusal> => {
  const { probe } = clip;
  if (probe.width === null || probe.height === null) return { verdict: "the file has no video" };
  const size = { width: probe.width, height: probe.height };
  const job = planJob(clip, size, wanted, await scratch.addOutput("native"));
  const figures = await jail.hold(() => threads.measure(job, signal));
  const refusal = refusalOf({ ...figures.ending, stdout: "" });
  if (refusal?.isPerhapsOurs) throw new DomainError("unavailable", "measuring the clip timed out and is retried");
  if (refusal) return refusal;
  if (figures.frames.frames === 0) return { verdict: "no frame of it could be read" };
  const findings = {
    ...figuresOf(figures, 1 / (probe.fps ?? USUAL_FPS)),
    delivered_spec: compareRequest(wanted.request, probe, figures.frames.frames),
  };
  return METRICS.map(({ key, version }) => ({ key, version, ...findings[key] }));
};

const planJob = (
  { inputPath, type, probe }: ClipFile,
  size: FrameSize,
  wanted: Wanted,
  nativePath: string,
): PixelJob => {
  const frame = planFrames(size);
  const native = planNative(size);
  const planOf = (file: MediaFile): DecodePlan => ({ opening: openingForPictures(file.type), threads: THREADS, frame });
  const beside = (file: MediaFile | undefined, argsOf: (plan: DecodePlan) => string[]): Decoding | undefined =>
    file && { args: argsOf(planOf(file)), inputPath: file.inputPath, limits: LIMITS };
  return {
    clip: {
      inputPath,
      limits: LIMITS,
      outputs: { native: nativePath },
      args: clipArguments(planOf({ inputPath, type }), native, probe.duration),
    },
    meter: { ...frame, detailEvery: detailEvery(probe.fps) },
    native: { width: native?.width ?? 0, height: native?.height ?? 0, path: nativePath },
    firstPicture: beside(wanted.firstPicture, pictureArguments),
    reference: beside(wanted.reference, (plan) => referenceArguments(plan, probe.fps)),
  };
};
