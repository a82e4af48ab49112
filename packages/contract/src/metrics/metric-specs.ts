/** Which direction of a metric is better. */
export const DIRECTIONS = ["higher", "lower", "none"] as const;

/** Resolution used for a metric; part of its version, because another size gives other values. */
const SMALL = "luma256";
const NATIVE = "luma-native";
const PROBE = "probe";

export interface MetricSpec {
  readonly key: string;
  readonly name: string;
  /** Empty for a plain number. */
  readonly unit: string;
  /** Better direction, unless a dimension overrides it. */
  readonly direction: (typeof DIRECTIONS)[number];
  /** Increased by every change that can affect a value; values of two versions are never compared. */
  readonly version: string;
  /** How it is computed. */
  readonly definition: string;
  /** The defect it detects. */
  readonly catches: string;
  /** Input needed besides the clip; without it there is no value. */
  readonly needs: "nothing" | "request" | "first_picture" | "reference";
}

/** Every metric computed from a clip without a model. */
export const METRICS = [
  {
    key: "delivered_spec",
    name: "Delivered as asked",
    unit: "share",
    direction: "higher",
    needs: "request",
    version: `1/${PROBE}`,
    definition: "Share of what was asked for (length, rate, size, frames, sound) that the file has",
    catches: "output that is cut short or of another size",
  },
  {
    key: "flicker_luma",
    name: "Flicker",
    unit: "luma",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Root mean square of the second difference of the mean luma, 0 to 255",
    catches: "pumping exposure",
  },
  {
    key: "frame_mae",
    name: "Change between frames",
    unit: "share",
    direction: "none",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Mean absolute difference of neighbouring frames, by 255",
    catches: "a static clip; how much moves",
  },
  {
    key: "interp_residual",
    name: "Jerk",
    unit: "share",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Mean absolute difference of a frame from the middle of its neighbours, by 255",
    catches: "jerk and popping",
  },
  {
    key: "si",
    name: "Spatial information",
    unit: "luma",
    direction: "none",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Largest standard deviation of the Sobel gradient in a frame, eight frames a second",
    catches: "how much detail there is",
  },
  {
    key: "ti",
    name: "Temporal information",
    unit: "luma",
    direction: "none",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Largest standard deviation of the difference of neighbouring frames",
    catches: "how much changes",
  },
  {
    key: "sharpness",
    name: "Sharpness",
    unit: "luma²",
    direction: "higher",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Variance of the Laplacian, median over eight frames a second",
    catches: "blur",
  },
  {
    key: "blockiness",
    name: "Blockiness",
    unit: "ratio",
    direction: "lower",
    needs: "nothing",
    version: `1/${NATIVE}`,
    definition: "Gradient across the borders of an 8 px grid by the gradient inside it, median over a few frames",
    catches: "grids of a codec or a decoder",
  },
  {
    key: "dup_ratio",
    name: "Repeated frames",
    unit: "share",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Share of frames that differ from the one before by less than 0.5 of 255",
    catches: "frozen or padded video",
  },
  {
    key: "freeze_s",
    name: "Longest freeze",
    unit: "s",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Seconds of the longest run of repeated frames",
    catches: "frozen video",
  },
  {
    key: "cuts",
    name: "Cuts",
    unit: "cuts",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Neighbouring frames whose histograms and pixels are both far apart, unlike those around them",
    catches: "an unwanted cut",
  },
  {
    key: "black_s",
    name: "Black",
    unit: "s",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "Seconds of frames with a mean luma below 16 of 255",
    catches: "black frames",
  },
  {
    key: "i2v_first_ssim",
    name: "First frame kept",
    unit: "SSIM",
    direction: "higher",
    needs: "first_picture",
    version: `1/${SMALL}`,
    definition: "Structural similarity of the given picture and the first frame",
    catches: "a first picture that was ignored",
  },
  {
    key: "ref_psnr",
    name: "PSNR against the reference",
    unit: "dB",
    direction: "higher",
    needs: "reference",
    version: `1/${SMALL}`,
    definition: "Peak signal to noise over all frames of the reference; at most 100",
    catches: "a result that left its source",
  },
  {
    key: "ref_ssim",
    name: "SSIM against the reference",
    unit: "SSIM",
    direction: "higher",
    needs: "reference",
    version: `1/${SMALL}`,
    definition: "Structural similarity, mean over all frames of the reference",
    catches: "a result that left its source",
  },
  {
    key: "loop_gap",
    name: "Gap of the loop",
    unit: "1 − SSIM",
    direction: "lower",
    needs: "nothing",
    version: `1/${SMALL}`,
    definition: "One less the structural similarity of the first and the last frame",
    catches: "a loop that does not close",
  },
] as const satisfies readonly MetricSpec[];

export type MetricKey = (typeof METRICS)[number]["key"];

/** A judge's answers are stored next to the metrics, keyed by the performer's id. */
const JUDGE_PREFIX = "judge:";
export const judgeMetricKey = (performerId: string): string => `${JUDGE_PREFIX}${performerId}`;

/** Undefined for keys that are not our metrics, including a judge's answers. */
export const findMetric = (key: string): MetricSpec | undefined => METRICS.find((metric) => metric.key === key);
