import {
  type BoardAxis,
  type FieldSpec,
  findMetric,
  isComparison,
  judgeMetricKey,
  leadQuestion,
  scalePoints,
} from "@dailies/contract";
import type { BoardQuestion } from "../inputs/evaluation-facts.store.ts";

/** The labels of an axis, separate from its figures. */
export type AxisFacts = Pick<BoardAxis, "key" | "name" | "kind" | "source" | "direction" | "weight">;

/** The source of an axis. */
export type AxisPlan =
  | { readonly facts: AxisFacts; readonly from: "choice" | "comparison" }
  | { readonly facts: AxisFacts; readonly from: "answers"; readonly field: FieldSpec }
  | {
      readonly facts: AxisFacts;
      readonly from: "measurement";
      readonly metricKey: string;
      /** Figures of two metric versions are never mixed; a judge has its own versions. */
      readonly version: string | undefined;
    };

const factsOf = ({ key, name, source, direction, weight }: BoardQuestion, kind: AxisFacts["kind"]): AxisFacts => ({
  key,
  name,
  kind,
  source,
  direction,
  weight,
});

const measurementOf = (question: BoardQuestion): AxisPlan => {
  const key = question.metric_key ?? question.key;
  const isJudge = question.source === "judge";
  return {
    facts: factsOf(question, "number"),
    from: "measurement",
    metricKey: isJudge ? judgeMetricKey(key) : key,
    version: isJudge ? undefined : findMetric(key)?.version,
  };
};

/** Axes of a pair: the overall choice, and comparisons in one respect. Other answers about a pair belong to neither clip. */
const axesOfPairs = (questions: readonly BoardQuestion[]): AxisPlan[] => {
  const lead = leadQuestion(questions);
  const choice: AxisFacts = {
    key: "choice",
    name: lead?.name ?? "Choice",
    kind: "choice",
    source: "human",
    direction: "higher",
    weight: lead?.weight ?? 1,
  };
  const others = questions.filter(
    (question) => question !== lead && question.source === "human" && isComparison(question.field),
  );
  return [
    { facts: choice, from: "choice" },
    ...others.map((question) => ({ facts: factsOf(question, "choice"), from: "comparison" as const })),
  ];
};

const axesOfClips = (questions: readonly BoardQuestion[]): AxisPlan[] =>
  questions
    .filter(({ source }) => source === "human")
    .map((question) => ({
      facts: factsOf(question, question.field.type),
      from: "answers" as const,
      field: question.field,
    }));

/** The first axis provides needed judgements, categories and prompts, so it must rank the entries. */
const isTelling = ({ facts: { kind, direction } }: AxisPlan): boolean =>
  direction !== "none" && (kind === "choice" || kind === "number" || kind === "boolean");

export const planAxes = (
  mode: "rating" | "pairwise" | "auto",
  questions: readonly BoardQuestion[],
): readonly AxisPlan[] => {
  const asked = { pairwise: axesOfPairs, rating: axesOfClips, auto: () => [] }[mode](questions);
  const measured = questions.filter(({ source }) => source !== "human").map(measurementOf);
  const all = [...asked, ...measured];
  const main = all.find(isTelling);
  return main ? [main, ...all.filter((axis) => axis !== main)] : all;
};

/** The measurement level of a scale, for inter-rater agreement. */
export const levelOf = (field: FieldSpec): "nominal" | "ordinal" | "interval" => {
  if (field.type === "key_value") return "interval";
  if (field.type !== "number") return "nominal";
  return scalePoints(field) === undefined ? "interval" : "ordinal";
};
