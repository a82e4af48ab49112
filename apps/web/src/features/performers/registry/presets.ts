import { type Adapter, type createPerformerBody, MAX_SEED, type PerformerInput } from "@dailies/contract";
import type { z } from "zod";

export type PerformerRegistration = z.input<typeof createPerformerBody>;

const prompt = (key = "prompt"): PerformerInput => ({
  key,
  label: "Prompt",
  spec: { type: "text", is_multiline: true, min_length: 1, max_length: 4_000 },
  is_required: true,
  role: "prompt",
});
const negativePrompt: PerformerInput = {
  key: "negative_prompt",
  label: "Negative prompt",
  help: "What the clip should not show.",
  spec: { type: "text", is_multiline: true, max_length: 2_000 },
  is_required: false,
  role: "negative_prompt",
};
const seed: PerformerInput = {
  key: "seed",
  label: "Seed",
  spec: { type: "number", is_integer: true, min: 0, max: MAX_SEED },
  is_required: false,
  role: "seed",
};
const seconds = (key: string, most: number, usual: number): PerformerInput => ({
  key,
  label: "Length",
  spec: { type: "number", min: 1, max: most, unit: "s" },
  is_required: false,
  default: usual,
  role: "seconds",
});
const choice = (
  key: string,
  label: string,
  options: [string, ...string[]],
  role?: PerformerInput["role"],
): PerformerInput => ({
  key,
  label,
  spec: { type: "text", options },
  is_required: false,
  default: options[0],
  ...(role && { role }),
});
const image = (key: string): PerformerInput => ({
  key,
  label: "First frame",
  spec: { type: "text", max_length: 64 },
  is_required: false,
  role: "image",
});
const fps: PerformerInput = {
  key: "fps",
  label: "Frame rate",
  spec: { type: "number", is_integer: true, min: 1, max: 60, unit: "fps" },
  is_required: false,
  default: 24,
  role: "fps",
};

const LIMITS = { concurrency: 4, rpm: null, timeout_s: 1_800 };

const preset = (adapter: Adapter, registration: Partial<PerformerRegistration>): PerformerRegistration => ({
  name: "",
  kind: "model",
  adapter,
  endpoint: "",
  model: "",
  version: "",
  adapter_config: {},
  input_schema: [prompt(), seed],
  capabilities: ["t2v", "seed"],
  limits: LIMITS,
  pricing: null,
  is_enabled: true,
  shared_with_internal: false,
  ...registration,
});

export const PRESETS = ["reference", "videos", "fal", "replicate", "ark", "comfyui", "http"] as const;
export type Preset = (typeof PRESETS)[number];

const videosInputs = [
  prompt(),
  negativePrompt,
  seconds("seconds", 20, 4),
  choice("size", "Size", ["1280x720", "640x360", "720x1280", "1920x1080"], "size"),
  fps,
  seed,
];

/** A minimal text-to-video graph; users paste their own export over it. */
const COMFY_WORKFLOW = {
  "3": { class_type: "KSampler", inputs: { seed: 0, steps: 30, cfg: 6 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "" } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "" } },
};

/** Typical inputs of each adapter: a starting point, not a description of every model. */
export const presetOf: Record<Preset, PerformerRegistration> = {
  reference: preset("videos", {
    name: "Reference performer",
    endpoint: "http://127.0.0.1:9000",
    model: "reference",
    input_schema: videosInputs,
    capabilities: ["t2v", "seed", "cancel"],
    shared_with_internal: true,
  }),
  videos: preset("videos", { input_schema: videosInputs, capabilities: ["t2v", "seed", "cancel"] }),
  fal: preset("fal", {
    endpoint: "https://queue.fal.run",
    model: "fal-ai/wan/v2.2-a14b/text-to-video",
    input_schema: [
      prompt(),
      negativePrompt,
      image("image_url"),
      choice("resolution", "Resolution", ["720p", "580p", "480p"]),
      choice("aspect_ratio", "Aspect ratio", ["16:9", "9:16", "1:1"]),
      seed,
    ],
    capabilities: ["t2v", "i2v", "seed", "cancel", "webhook"],
  }),
  replicate: preset("replicate", {
    endpoint: "https://api.replicate.com/v1",
    model: "wan-video/wan-2.2-t2v-fast",
    input_schema: [
      prompt(),
      negativePrompt,
      choice("resolution", "Resolution", ["480p", "720p"]),
      choice("aspect_ratio", "Aspect ratio", ["16:9", "9:16"]),
      { ...fps, key: "frames_per_second", default: 16 },
      seed,
    ],
    capabilities: ["t2v", "seed", "cancel", "webhook"],
  }),
  ark: preset("ark", {
    endpoint: "https://ark.cn-beijing.volces.com/api/v3",
    model: "doubao-seedance-1-0-pro-250528",
    input_schema: [
      prompt(),
      image("image"),
      seconds("duration", 12, 5),
      choice("resolution", "Resolution", ["720p", "1080p", "480p"]),
      choice("ratio", "Aspect ratio", ["16:9", "9:16", "1:1", "4:3"]),
      seed,
    ],
    capabilities: ["t2v", "i2v", "seed", "cancel"],
  }),
  comfyui: preset("comfyui", {
    endpoint: "http://127.0.0.1:8188",
    adapter_config: {
      workflow: COMFY_WORKFLOW,
      inputs: { prompt: "/6/inputs/text", negative_prompt: "/7/inputs/text", seed: "/3/inputs/seed" },
    },
    input_schema: [prompt(), negativePrompt, seed],
    capabilities: ["t2v", "seed", "cancel"],
    limits: { ...LIMITS, concurrency: 1 },
  }),
  http: preset("http", {
    adapter_config: { submit_path: "/generate", poll_path: "/jobs/{id}" },
    input_schema: [prompt(), negativePrompt, seconds("duration", 60, 5), seed],
  }),
};
