import type { MetricKey } from "@dailies/contract";
import type { FrameFigures } from "../pixels/frame-meter.ts";
import type { PixelFigures } from "../pixels/measure-pixels.ts";

/** One metric of a clip, or the reason why there is none. */
export interface Finding {
  readonly value: number | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

type PixelKey = Exclude<MetricKey, "delivered_spec">;

const FULL = 255;
const MAX_TIMES = 20;

const found = (value: number, detail: Finding["detail"] = null): Finding => ({ value, detail });
const none = (reason: string): Finding => ({ value: null, detail: { reason } });
const orNone = (value: number | null, reason: string): Finding => (value === null ? none(reason) : found(value));

const TOO_SHORT = "it has too few frames";
const TOO_SMALL = "its picture is too small";

const spreadOf = (spread: FrameFigures["spatial"]): Finding =>
  spread === null ? none(TOO_SHORT) : found(spread.most, { mean: spread.mean });

const firstPictureOf = (ssim: PixelFigures["firstSsim"]): Finding => {
  if (ssim === undefined) return none("no first picture was given");
  return orNone(ssim, "the first picture could not be read");
};

const referenceOf = (
  reference: PixelFigures["reference"],
  pick: (figures: NonNullable<PixelFigures["reference"]>) => number,
): Finding => {
  if (reference === undefined) return none("there is no reference to compare with");
  if (reference === null) return none("the reference could not be read");
  return found(pick(reference), { frames: reference.frames });
};

/** All metrics computed from pixels, in the units of the metric table. */
export const figuresOf = (
  { frames, blockiness, firstSsim, reference }: PixelFigures,
  secondsPerFrame: number,
): Record<PixelKey, Finding> => {
  const share = (luma: number | null): Finding => orNone(luma === null ? null : luma / FULL, TOO_SHORT);
  const times = frames.cuts.slice(0, MAX_TIMES).map((frame) => Math.round(frame * secondsPerFrame * 1_000) / 1_000);
  const gap = frames.loopSsim === null ? null : 1 - frames.loopSsim;
  return {
    flicker_luma: orNone(frames.flicker, TOO_SHORT),
    frame_mae: share(frames.change),
    interp_residual: share(frames.residual),
    si: spreadOf(frames.spatial),
    ti: spreadOf(frames.temporal),
    sharpness: orNone(frames.sharpness, TOO_SHORT),
    blockiness: orNone(blockiness, TOO_SMALL),
    dup_ratio: frames.frames < 2 ? none(TOO_SHORT) : found(frames.repeated / (frames.frames - 1)),
    freeze_s: frames.frames < 2 ? none(TOO_SHORT) : found(frames.longestRepeat * secondsPerFrame),
    cuts: frames.frames < 2 ? none(TOO_SHORT) : found(frames.cuts.length, { at_s: times }),
    black_s: found(frames.black * secondsPerFrame),
    i2v_first_ssim: firstPictureOf(firstSsim),
    ref_psnr: referenceOf(reference, ({ psnr }) => psnr),
    ref_ssim: referenceOf(reference, ({ ssim }) => ssim),
    loop_gap: orNone(gap, frames.frames < 2 ? TOO_SHORT : TOO_SMALL),
  };
};
