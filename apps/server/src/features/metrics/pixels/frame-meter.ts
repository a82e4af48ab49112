import { type Change, histogramDistance, isCut } from "./cuts.rules.ts";
import { meanOf, medianOf } from "./numbers.rules.ts";
import { ssimOf } from "./similarity.rules.ts";
import { walkInSpace } from "./walk-in-space.rules.ts";
import { countLuma, walkInTime } from "./walk-in-time.rules.ts";

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

export interface MeterOptions extends FrameSize {
  readonly detailEvery: number;
}

/** Null when there were too few frames. Luma from 0 to 255; times in frames, not seconds. */
export interface FrameFigures {
  readonly frames: number;
  readonly flicker: number | null;
  readonly change: number | null;
  readonly residual: number | null;
  readonly spatial: { readonly most: number; readonly mean: number } | null;
  readonly temporal: { readonly most: number; readonly mean: number } | null;
  readonly sharpness: number | null;
  readonly repeated: number;
  readonly longestRepeat: number;
  readonly black: number;
  /** Indexes of the frames after a cut. */
  readonly cuts: readonly number[];
  readonly loopSsim: number | null;
}

const REPEATED_BELOW = 0.5;
const BLACK_BELOW = 16;
const LEVELS = 256;

class Spread {
  count = 0;
  sum = 0;
  most = 0;

  add(value: number): void {
    this.count += 1;
    this.sum += value;
    this.most = Math.max(this.most, value);
  }

  figures(): { most: number; mean: number } | null {
    return this.count === 0 ? null : { most: this.most, mean: this.sum / this.count };
  }
}

/** Streaming: takes a clip frame by frame and keeps two of them, whatever its length. */
export class FrameMeter {
  readonly #options: MeterOptions;
  readonly #pixels: number;
  #frames = 0;
  #first: Uint8Array | undefined;
  #before: Uint8Array | undefined;
  #earlier: Uint8Array | undefined;
  #histogram = new Uint32Array(LEVELS);
  #histogramBefore = new Uint32Array(LEVELS);
  #luma = 0;
  #lumaStep: number | undefined;
  #bends = 0;
  readonly #changes = new Spread();
  readonly #residuals = new Spread();
  readonly #temporal = new Spread();
  readonly #gradients: number[] = [];
  readonly #laplacians: number[] = [];
  #repeated = 0;
  #run = 0;
  #longestRun = 0;
  #black = 0;
  #change: Change | undefined;
  #changeBefore: Change | undefined;
  readonly #cuts: number[] = [];

  constructor(options: MeterOptions) {
    this.#options = options;
    this.#pixels = options.width * options.height;
  }

  /** Keeps a reference to the frame until two more were taken; the buffer must not be overwritten before. */
  take(frame: Uint8Array): void {
    const { width, height, detailEvery } = this.#options;
    if (this.#before) this.#follow(frame, this.#before);
    else this.#begin(frame);
    if (this.#frames % detailEvery === 0) {
      const { gradientSpread, laplacianVariance } = walkInSpace(frame, width, height);
      this.#gradients.push(gradientSpread);
      this.#laplacians.push(laplacianVariance);
    }
    if (this.#luma < BLACK_BELOW) this.#black += 1;
    this.#earlier = this.#before;
    this.#before = frame;
    this.#frames += 1;
  }

  finish(): FrameFigures {
    const { width, height } = this.#options;
    this.#judgeChange(undefined);
    const mostGradient = this.#gradients.reduce((most, each) => Math.max(most, each), 0);
    const meanGradient = meanOf(this.#gradients);
    return {
      frames: this.#frames,
      flicker: this.#frames < 3 ? null : Math.sqrt(this.#bends / (this.#frames - 2)),
      change: this.#changes.figures()?.mean ?? null,
      residual: this.#residuals.figures()?.mean ?? null,
      spatial: meanGradient === null ? null : { most: mostGradient, mean: meanGradient },
      temporal: this.#temporal.figures(),
      sharpness: medianOf(this.#laplacians),
      repeated: this.#repeated,
      longestRepeat: this.#longestRun,
      black: this.#black,
      cuts: this.#cuts,
      loopSsim:
        this.#first && this.#before && this.#frames > 1 ? ssimOf(this.#first, this.#before, width, height) : null,
    };
  }

  #begin(frame: Uint8Array): void {
    this.#first = frame.slice();
    this.#luma = countLuma(frame, this.#histogram) / this.#pixels;
  }

  #follow(frame: Uint8Array, before: Uint8Array): void {
    [this.#histogram, this.#histogramBefore] = [this.#histogramBefore, this.#histogram];
    const sums = walkInTime(frame, before, this.#earlier ?? before, this.#histogram);
    const step = sums.difference / this.#pixels;
    const mean = sums.absolute / this.#pixels;
    if (this.#lumaStep !== undefined) this.#bends += (step - this.#lumaStep) ** 2;
    this.#lumaStep = step;
    this.#luma += step;
    this.#changes.add(mean);
    this.#temporal.add(Math.sqrt(Math.max(0, sums.squared / this.#pixels - step * step)));
    if (this.#earlier) this.#residuals.add(sums.residual / 2 / this.#pixels);
    this.#noteRepeat(mean < REPEATED_BELOW);
    this.#judgeChange({ mean, spread: histogramDistance(this.#histogram, this.#histogramBefore, this.#pixels) });
  }

  #noteRepeat(isRepeated: boolean): void {
    this.#run = isRepeated ? this.#run + 1 : 0;
    if (isRepeated) this.#repeated += 1;
    this.#longestRun = Math.max(this.#longestRun, this.#run);
  }

  /** Runs one frame late: whether a change is a cut depends on the next change. */
  #judgeChange(next: Change | undefined): void {
    if (this.#change && isCut(this.#change, this.#changeBefore, next)) this.#cuts.push(this.#frames - 1);
    this.#changeBefore = this.#change;
    this.#change = next;
  }
}
