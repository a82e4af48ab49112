import type { EvaluationItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { type LoadedTemplate, loadTemplate } from "../../dimensions/index.ts";

export type Question = EvaluationItem["questions"][number];

export interface AskedTemplate {
  readonly instructions: string;
  /** Only questions for people, stripped of fields that raters must not see. */
  readonly questions: readonly Question[];
}

interface AskedWith {
  readonly templateId: string;
  readonly templateVersion: number;
  readonly startedAt: Date;
}

const MAX_KEPT = 200;
const kept = new Map<string, AskedTemplate>();

const toAsked = ({ instructions, questions }: LoadedTemplate): AskedTemplate => ({
  instructions,
  questions: questions
    .filter(({ source }) => source === "human")
    .map(({ dimension_id: _id, dimension_version: _version, metric_key: _metric, ...question }) => question),
});

/** A version in use is immutable until judging is reset, so it is cached per start. */
export const readAskedTemplate = async (db: Db, asked: AskedWith): Promise<AskedTemplate> => {
  const { templateId, templateVersion, startedAt } = asked;
  const key = `${templateId}/${templateVersion}/${startedAt.getTime()}`;
  const known = kept.get(key);
  if (known) return known;
  const template = await loadTemplate(db, templateId, templateVersion);
  if (!template) throw new Error(`template ${templateId} is asked with and not there`);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, toAsked(template));
  return toAsked(template);
};
