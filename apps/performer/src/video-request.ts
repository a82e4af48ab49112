import { createHash } from "node:crypto";
import { z } from "zod";
import { faultsInPrompt, faultText, withoutDirectives } from "./fault.ts";

export const MODELS = ["reference", "reference-instant"] as const;
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
    fault: [...(body.fault ?? []), ...faultsInPrompt(body.prompt)],
  }));
export type VideoRequest = z.output<typeof videoRequest>;

/** Everything that the bytes of a clip depend on, and nothing else. */
export interface ClipSpec {
  readonly prompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  readonly hasAudio: boolean;
}

/** Increase it when the rendering changes, to invalidate cached clips. */
const LOOK = 1;

export const clipIdOf = (spec: ClipSpec): string =>
  createHash("sha256")
    .update(
      JSON.stringify([LOOK, spec.prompt, spec.seed, spec.width, spec.height, spec.seconds, spec.fps, spec.hasAudio]),
    )
    .digest("hex")
    .slice(0, 32);
