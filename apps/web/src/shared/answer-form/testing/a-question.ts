import type { AnswerQuestion } from "../answer-values.ts";

export const aQuestion = (key: string, overrides: Partial<AnswerQuestion> = {}): AnswerQuestion => ({
  key,
  name: key,
  description: "",
  rubric: { levels: [], good_asset_ids: [], bad_asset_ids: [] },
  field: { type: "number", min: 1, max: 5, is_integer: true, display: "likert" },
  direction: "higher",
  source: "human",
  weight: 1,
  is_required: true,
  section: "",
  ...overrides,
});
