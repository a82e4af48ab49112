import { type Chance, idOf } from "./chance.rules.ts";
import type { DemoClip } from "./demo-clips.ts";
import type { Life, Step } from "./demo-orders.rules.ts";
import { type DemoModel, MODELS, promptOf } from "./demo-words.rules.ts";

export interface Job {
  readonly steps: readonly Step[];
  /** The final charge. */
  readonly spentCredits: number;
}

interface JobInput {
  readonly life: Life;
  readonly n: number;
  readonly atMs: number;
  readonly projectId: string;
  readonly clips: readonly [DemoClip, ...DemoClip[]];
  readonly affordableCredits: number;
}

const SOURCES = ["studio", "mobile", "api"] as const;
const RESOLUTIONS = ["720p", "1080p"] as const;
const iso = (ms: number): string => new Date(ms).toISOString();

/** A job from hold to clip; some fail and cost nothing, some cost less than the hold. Undefined when too expensive. */
export const jobOf = (chance: Chance, input: JobInput): Job | undefined => {
  const model = chance.pick(MODELS);
  const seconds = model.type === "t2i" ? 1 : chance.between(3, 10);
  const held = seconds * model.creditsPerSecond;
  if (held > input.affordableCredits) return undefined;
  const luck = chance.next();
  const isGood = luck >= 0.07;
  const spentCredits = isGood ? Math.max(1, luck > 0.95 ? held - model.creditsPerSecond : held) : 0;
  const about = { input, model, seconds, held, isGood, spentCredits, tookMs: chance.between(20, 240) * 1_000 };
  const steps = [...creditSteps(about), taskStep(chance, about)];
  if (isGood && chance.next() < 0.12) steps.push(favoriteStep(chance, about));
  return { steps, spentCredits };
};

interface About {
  readonly input: JobInput;
  readonly model: DemoModel;
  readonly seconds: number;
  readonly held: number;
  readonly isGood: boolean;
  readonly spentCredits: number;
  readonly tookMs: number;
}

const taskIdOf = ({ input }: About): string => idOf(`task ${input.life.id} ${input.n}`);

const creditSteps = (about: About): Step[] => {
  const { input, model, seconds, held, isGood, spentCredits, tookMs } = about;
  const key = (what: string): string => `demo-${input.life.id}-${input.n}-${what}`;
  const name = `hold ${input.n}`;
  const job = {
    project_id: input.projectId,
    task_id: taskIdOf(about),
    model: model.name,
    unit_price: model.creditsPerSecond,
    ...(model.type === "t2i" ? {} : { duration_s: seconds }),
  };
  const user_email = input.life.email;
  const begins = { user_email, amount: held, ...job, idempotency_key: key("reserve"), occurred_at: iso(input.atMs) };
  const ended = { user_email, occurred_at: iso(input.atMs + tookMs) };
  const end: Step = isGood
    ? {
        path: "credits/settle",
        body: { ...ended, amount: spentCredits, ...job, idempotency_key: key("settle") },
        takes: { name, as: "hold" },
      }
    : {
        path: "credits/void",
        body: { ...ended, reference: "the job failed", idempotency_key: key("void") },
        takes: { name, as: "hold" },
      };
  return [{ path: "credits/reserve", body: begins, keeps: name }, end];
};

const taskStep = (chance: Chance, about: About): Step => {
  const { input, model, seconds, isGood, spentCredits, tookMs } = about;
  const clip = chance.pick(input.clips);
  const picture = {
    kind: "image",
    object_key: clip.posterKey,
    mime: "image/jpeg",
    width: clip.width,
    height: clip.height,
  };
  const video = {
    kind: "video",
    object_key: clip.videoKey,
    poster_key: clip.posterKey,
    mime: "video/mp4",
    width: clip.width,
    height: clip.height,
    duration_s: clip.durationS,
  };
  const endedAt = iso(input.atMs + tookMs);
  return {
    path: "task/upsert",
    body: {
      id: taskIdOf(about),
      project_id: input.projectId,
      type: model.type,
      model: model.name,
      status: isGood ? "succeeded" : "failed",
      prompt: promptOf(chance),
      credits: spentCredits,
      inputs: model.type === "i2v" ? [picture] : [],
      outputs: isGood ? [model.type === "t2i" ? picture : video] : [],
      params: { seconds, resolution: chance.pick(RESOLUTIONS), guidance: chance.between(3, 9) },
      seed: chance.between(0, 2_000_000_000),
      ...(isGood ? {} : { error: "the model ran out of memory" }),
      created_at: iso(input.atMs),
      started_at: iso(input.atMs + 2_000),
      finished_at: endedAt,
      occurred_at: endedAt,
    },
  };
};

const favoriteStep = (chance: Chance, about: About): Step => {
  const { input, model, tookMs } = about;
  const at = iso(Math.min(input.atMs + tookMs + chance.between(1, 3_600) * 1_000, input.life.toMs));
  return {
    path: "favorite/upsert",
    body: {
      id: idOf(`favourite ${input.life.id} ${input.n}`),
      user_email: input.life.email,
      source: chance.pick(SOURCES),
      assets_type: model.type === "t2i" ? "image" : "video",
      project_id: input.projectId,
      task_id: taskIdOf(about),
      output_index: 0,
      visibility: chance.pick(["private", "unlisted", "public", "public"]),
      favorited_at: at,
      occurred_at: at,
    },
  };
};
