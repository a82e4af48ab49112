import { MAX_ARMS } from "@dailies/contract/data-experiments/arm-position";
import { MIN_ARMS } from "@dailies/contract/data-experiments/schemas";
import type { NewDataExperiment } from "../data-experiments.queries.ts";

export interface ArmDraft {
  /** For the list on the page only. */
  readonly key: number;
  readonly name: string;
  readonly kind: "package" | "view";
  readonly packageId: string | undefined;
  readonly datasetId: string | undefined;
  readonly viewId: string | undefined;
}

export interface ExperimentDraft {
  readonly question: string;
  readonly hypothesis: string;
  readonly metric: string | undefined;
  readonly direction: "higher" | "lower";
  readonly minDifference: number;
  readonly arms: readonly ArmDraft[];
}

const anArm = (key: number): ArmDraft => ({
  key,
  name: "",
  kind: "package",
  packageId: undefined,
  datasetId: undefined,
  viewId: undefined,
});

export const EMPTY_DRAFT: ExperimentDraft = {
  question: "",
  hypothesis: "",
  metric: undefined,
  direction: "lower",
  minDifference: 0,
  arms: [anArm(1), anArm(2)],
};

export const canAdd = ({ arms }: ExperimentDraft): boolean => arms.length < MAX_ARMS;
export const canRemove = ({ arms }: ExperimentDraft): boolean => arms.length > MIN_ARMS;

/** A new arm is of the kind of the one before it, and a view of the same dataset. */
export const withArm = (draft: ExperimentDraft): ExperimentDraft => {
  const last = draft.arms.at(-1);
  const next = anArm(1 + Math.max(...draft.arms.map(({ key }) => key)));
  return { ...draft, arms: [...draft.arms, last ? { ...next, kind: last.kind, datasetId: last.datasetId } : next] };
};

export type ArmFault = "name" | "sameName" | "source" | "sameSource";

const sourceOf = ({ kind, packageId, viewId }: ArmDraft): string | undefined =>
  kind === "package" ? packageId : viewId;

/** What is wrong with an arm: of its name, and of its data. */
export const armFaults = (
  arm: ArmDraft,
  arms: readonly ArmDraft[],
): { readonly name: ArmFault | undefined; readonly source: ArmFault | undefined } => {
  const others = arms.filter(({ key }) => key !== arm.key);
  const name = arm.name.trim();
  const source = sourceOf(arm);
  const isNameTaken = others.some((each) => each.name.trim() === name);
  const isSourceTaken = others.some((each) => sourceOf(each) === source);
  const takenName = isNameTaken ? "sameName" : undefined;
  const takenSource = isSourceTaken ? "sameSource" : undefined;
  return {
    name: name === "" ? "name" : takenName,
    source: source === undefined ? "source" : takenSource,
  };
};

/** The request, or undefined while something is missing. */
export const bodyOf = (draft: ExperimentDraft): Omit<NewDataExperiment, "request_key"> | undefined => {
  const { metric } = draft;
  if (draft.question.trim() === "" || metric === undefined) return undefined;
  const arms = draft.arms.flatMap((arm) => {
    const { name, source } = armFaults(arm, draft.arms);
    const id = sourceOf(arm);
    if (name !== undefined || source !== undefined || id === undefined) return [];
    return [{ name: arm.name.trim(), source: { kind: arm.kind, id } }];
  });
  if (arms.length < draft.arms.length) return undefined;
  return {
    question: draft.question.trim(),
    hypothesis: draft.hypothesis,
    metric,
    direction: draft.direction,
    min_difference: draft.minDifference,
    arms,
  };
};
