import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { FAULTS, type Fault, type FaultName } from "./fault.ts";

export const MOMENTS = ["submit", "poll", "content"] as const;
export type Moment = (typeof MOMENTS)[number];

export const faultPlan = z.strictObject({
  seed: z.int().nonnegative().default(0),
  rules: z
    .array(
      z.strictObject({
        fault: z.enum(FAULTS),
        amount: z.number().nonnegative().max(86_400).optional(),
        probability: z.number().min(0).max(1),
        /** Only error_500 and throttle make sense for anything but a submission. */
        on: z.enum(MOMENTS).default("submit"),
        /** Only for jobs whose prompt contains this text, so that others can use the performer meanwhile. */
        prompt: z.string().min(1).max(200).optional(),
      }),
    )
    .max(50),
});
export type FaultPlan = z.output<typeof faultPlan>;

const NO_FAULTS: FaultPlan = { seed: 0, rules: [] };

/** Deterministic for a seed and an occasion, so that a run can be reproduced. */
const draw = (occasion: string): number =>
  createHash("sha256").update(occasion).digest().readUInt32BE(0) / 4_294_967_296;

/** Randomly injected faults; stored in a file, because the performer itself may be killed meanwhile. */
export class FaultBoard {
  readonly #file: string;
  #plan: FaultPlan = NO_FAULTS;

  constructor(folder: string) {
    this.#file = path.join(folder, "faults.json");
  }

  async open(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    const written = await readFile(this.#file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return JSON.stringify(NO_FAULTS);
    });
    this.#plan = faultPlan.parse(JSON.parse(written));
  }

  get plan(): FaultPlan {
    return this.#plan;
  }

  async replace(plan: FaultPlan): Promise<void> {
    await writeFile(`${this.#file}.new`, JSON.stringify(plan));
    await rename(`${this.#file}.new`, this.#file);
    this.#plan = plan;
  }

  /** `occasion` identifies the job and its attempt. */
  drawn(moment: Moment, occasion: string, prompt: string): Fault[] {
    return this.#plan.rules.flatMap(({ fault, amount, probability, on, prompt: words }, index) => {
      if (words !== undefined && !prompt.includes(words)) return [];
      if (on !== moment || draw(`${this.#plan.seed}|${index}|${moment}|${occasion}`) >= probability) return [];
      const name: FaultName = fault;
      return [amount === undefined ? { name } : { name, amount }];
    });
  }
}
