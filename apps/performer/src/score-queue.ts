import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { type ClipScore, scoreClip } from "./score-clip.ts";

const MAX_KEPT = 2_000;
export const JUDGE = "reference-judge";

export const scoreRequest = z.looseObject({
  model: z.literal(JUDGE).default(JUDGE),
  video: z.url({ protocol: /^https?$/ }).max(4_000),
  prompt: z.string().max(8_000).default(""),
});

interface Scoring {
  readonly id: string;
  outcome: ClipScore | Error | undefined;
}

const view = ({ id, outcome }: Scoring) => ({
  id,
  object: "score",
  model: JUDGE,
  note: "sharpness and motion by arithmetic; there is no model, and the prompt is not read",
  ...(outcome === undefined && { status: "in_progress" }),
  ...(outcome instanceof Error && { status: "failed", error: { code: "unreadable", message: outcome.message } }),
  ...(outcome && !(outcome instanceof Error) && { status: "completed", ...outcome }),
});

/** Scores clips on request. Results are in memory only: after a restart they must be requested again. */
export class ScoreQueue {
  readonly #scorings = new Map<string, Scoring>();

  /** The same key returns the same result; a failure is retried on the next request. */
  submit(body: unknown, key: string | null): object {
    const { video } = scoreRequest.parse(body);
    const id = key === null ? randomUUID() : createHash("sha256").update(key).digest("hex").slice(0, 32);
    const known = this.#scorings.get(id);
    if (known && !(known.outcome instanceof Error)) return view(known);
    const scoring: Scoring = { id, outcome: undefined };
    this.#keep(scoring);
    void scoreClip(video).then(
      (score) => {
        scoring.outcome = score;
      },
      (error: unknown) => {
        scoring.outcome = error instanceof Error ? error : new Error("it could not be scored");
      },
    );
    return view(scoring);
  }

  find(id: string): object | undefined {
    const scoring = this.#scorings.get(id);
    return scoring && view(scoring);
  }

  #keep(scoring: Scoring): void {
    this.#scorings.set(scoring.id, scoring);
    const [oldest] = this.#scorings.keys();
    if (this.#scorings.size > MAX_KEPT && oldest !== undefined) this.#scorings.delete(oldest);
  }
}
