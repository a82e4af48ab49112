import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { type ClipScore, scoreClip } from "./score-clip.ts";

const MAX_KEPT = 2_000;
export const JUDGE = "reference-judge";

export const scoreRequest = z.looseObject({
  model: z.literal(JUDGE).default(JUDGE),
  video: z.url({ protocol: /^https?$/ }).max(4_000),
  prompt: z.string().max(20_000).default(""),
});

/** The text fields of a form, as the console describes them in the prompt. */
const TEXT_FIELD = /^- "(?<key>[\w.-]{1,64})" \([^\n]{0,200}\): a text /gm;

const textFieldsIn = (prompt: string): string[] =>
  Array.from(prompt.matchAll(TEXT_FIELD), ({ groups }) => groups?.key ?? "");

interface Scoring {
  readonly id: string;
  readonly fields: readonly string[];
  outcome: ClipScore | Error | undefined;
}

/** Fills in the text fields, in words that no model chose. */
const answerOf = ({ score, sharpness, motion }: ClipScore, fields: readonly string[]): string => {
  const words = `A clip with a sharpness of ${sharpness} and a motion of ${motion}.`;
  return JSON.stringify({ values: Object.fromEntries(fields.map((key) => [key, words])), score: score / 100 });
};

const view = ({ id, fields, outcome }: Scoring) => ({
  id,
  object: "score",
  model: JUDGE,
  note: "sharpness and motion by arithmetic; there is no model, and the prompt is read for the names of text fields only",
  ...(outcome === undefined && { status: "in_progress" }),
  ...(outcome instanceof Error && { status: "failed", error: { code: "unreadable", message: outcome.message } }),
  ...(outcome && !(outcome instanceof Error) && { status: "completed", ...outcome, answer: answerOf(outcome, fields) }),
});

/** Scores clips on request. Results are in memory only: after a restart they must be requested again. */
export class ScoreQueue {
  readonly #scorings = new Map<string, Scoring>();

  /** The same key returns the same result; a failure is retried on the next request. */
  submit(body: unknown, key: string | null): object {
    const { video, prompt } = scoreRequest.parse(body);
    const id = key === null ? randomUUID() : createHash("sha256").update(key).digest("hex").slice(0, 32);
    const known = this.#scorings.get(id);
    if (known && !(known.outcome instanceof Error)) return view(known);
    const scoring: Scoring = { id, fields: textFieldsIn(prompt), outcome: undefined };
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
