import { createHash } from "node:crypto";
import { z } from "zod";
import { faultsInPrompt, faultText, withoutDirectives } from "./fault.ts";

/** `reference` and three that are worse in a known way, so that a comparison has a right answer. */
export const MODELS = [
  "reference",
  "reference-soft",
  "reference-shaky",
  "reference-slow",
  "reference-instant",
] as const;
/** How much longer than `reference` the slow model takes. */
const SLOW_S = 25;
export const MAX_SEED = 2_147_483_647;
const MIN_SIDE = 64;
const MAX_PIXELS = 1920 * 1080;
const MAX_FRAMES = 3_600;

const size = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/, "a size looks like 640x360")
  .refine((value) => {
    const [width = 0, height = 0] = value.split("x").map(Number);
    const isEven = width % 2 === 0 && height % 2 === 0;
    return isEven && Math.min(width, height) >= MIN_SIDE && width * height <= MAX_PIXELS;
  }, `both sides even, at least ${MIN_SIDE}, and together at most 1920x1080`);

/** Some clients of this API send numbers as text. */
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);

/** Images that can be the first frame, with ffmpeg's names of their formats. */
export const IMAGE_DEMUXERS = { png: "png_pipe", jpeg: "jpeg_pipe", webp: "webp_pipe" } as const;

/** A URL, or an object with one, as OpenAI's API and vLLM take it. */
const address = z.url({ protocol: /^https?$/ }).max(4_000);
const imageAddress = z.union([address, z.object({ image_url: address }).transform(({ image_url }) => image_url)]);

const faultList = z.union([faultText.transform((fault) => [fault]), z.array(faultText).max(12)]);

export const videoRequest = z
  .looseObject({
    model: z.enum(MODELS).default("reference"),
    prompt: z.string().min(1, "a prompt is needed").max(4_000),
    seconds: number(z.number().min(0.5).max(60)).default(4),
    size: size.default("640x360"),
    fps: number(z.number().int().min(1).max(60)).default(24),
    seed: number(z.number().int().min(0).max(MAX_SEED)).optional(),
    audio: z.boolean().default(false),
    image: imageAddress.optional(),
    input_reference: imageAddress.optional(),
    fault: faultList.optional(),
    webhook_url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
  })
  .refine(({ seconds, fps }) => seconds * fps <= MAX_FRAMES, {
    path: ["seconds"],
    message: `at most ${MAX_FRAMES} frames`,
  })
  .transform((body) => ({
    ...body,
    prompt: withoutDirectives(body.prompt) || "(no prompt)",
    fault: [
      ...(body.model === "reference-slow" ? [{ name: "slow" as const, amount: SLOW_S }] : []),
      ...(body.fault ?? []),
      ...faultsInPrompt(body.prompt),
    ],
  }));
export type VideoRequest = z.output<typeof videoRequest>;

/** Sharp and steady; blurred; trembling and flickering. */
const STYLES = ["steady", "soft", "shaky"] as const;

/** Everything that the bytes of a clip depend on, and nothing else. */
export interface ClipSpec {
  readonly prompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  readonly hasAudio: boolean;
  readonly style: (typeof STYLES)[number];
  /** The first frame, by the hash of its bytes: the same image has another address each time. */
  readonly image?: { readonly hash: string; readonly format: keyof typeof IMAGE_DEMUXERS };
}

/** Increase it when the rendering changes, to invalidate cached clips. */
const LOOK = 2;

export const clipIdOf = (spec: ClipSpec): string => {
  const { prompt, seed, width, height, seconds, fps, hasAudio, style, image } = spec;
  const parts = [LOOK, prompt, seed, width, height, seconds, fps, hasAudio, style, image?.hash ?? null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
};
