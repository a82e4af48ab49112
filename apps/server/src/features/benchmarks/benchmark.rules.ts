import type { GenerationStatus } from "@dailies/contract";
import { DomainError } from "../../errors.ts";

const NEXT: Record<GenerationStatus, readonly GenerationStatus[]> = {
  Init: ["Generating"],
  Generating: ["Benchmarking", "Init"],
  Benchmarking: ["Finished", "Generating"],
  Finished: ["Benchmarking"],
};

export const canMove = (from: GenerationStatus, to: GenerationStatus): boolean => NEXT[from].includes(to);

export const requireMove = (from: GenerationStatus, to: GenerationStatus): void => {
  if (!canMove(from, to)) throw new DomainError("conflict", `a benchmark does not go from ${from} to ${to}`);
};

const EVERYWHERE = ["Init", "Generating", "Benchmarking", "Finished"] as const;

interface ActRule {
  readonly statuses: readonly GenerationStatus[];
  /** Completes the error message "in Finished: …". */
  readonly otherwise: string;
}

const FROZEN = "what was generated depends on it: duplicate the benchmark to change it";
const ONLY_WHILE_GENERATING = "this is possible only while it generates";

/** The statuses in which each action is allowed. `generate` and `refresh` return the current state in any status. */
const ACTS = {
  updateSettings: { statuses: EVERYWHERE, otherwise: FROZEN },
  addRows: { statuses: ["Init", "Generating"], otherwise: "no row can be added any more" },
  cancelRowImport: { statuses: EVERYWHERE, otherwise: "" },
  updateRow: { statuses: ["Init"], otherwise: FROZEN },
  removeRows: { statuses: ["Init"], otherwise: FROZEN },
  excludeRows: { statuses: ["Init", "Generating"], otherwise: "no row can be excluded or included any more" },
  addColumn: { statuses: ["Init", "Generating"], otherwise: "no column can be added any more" },
  updateColumn: { statuses: ["Init"], otherwise: FROZEN },
  removeColumn: { statuses: ["Init"], otherwise: FROZEN },
  generate: { statuses: EVERYWHERE, otherwise: "" },
  refresh: { statuses: EVERYWHERE, otherwise: "" },
  regenerate: { statuses: ["Generating", "Benchmarking"], otherwise: "no clip can be made again" },
  retryFailed: { statuses: ["Generating"], otherwise: ONLY_WHILE_GENERATING },
  cancel: { statuses: ["Generating", "Benchmarking"], otherwise: "nothing is under way" },
  exclude: { statuses: ["Generating"], otherwise: ONLY_WHILE_GENERATING },
  pin: { statuses: ["Generating"], otherwise: ONLY_WHILE_GENERATING },
  reset: { statuses: ["Generating"], otherwise: "there is nothing to take back" },
  startEvaluation: { statuses: ["Generating"], otherwise: "only clips that were generated can be judged, once" },
  stopEvaluation: { statuses: ["Benchmarking"], otherwise: "there is no evaluation to stop" },
} as const satisfies Record<string, ActRule>;
export type Act = keyof typeof ACTS;

const mayAct = (act: Act, status: GenerationStatus): boolean =>
  ACTS[act].statuses.some((allowed) => allowed === status);

export const requireAct = (act: Act, status: GenerationStatus): void => {
  if (!mayAct(act, status)) throw new DomainError("conflict", `in ${status}: ${ACTS[act].otherwise}`);
};

/** The statuses in which each setting may be changed. */
const SETTINGS = {
  samplesPerCell: ["Init"],
  seedPolicy: ["Init"],
  seeds: ["Init"],
  currency: ["Init"],
  attemptPolicy: ["Init", "Generating"],
  templateId: ["Init", "Generating"],
  evaluation: ["Init", "Generating"],
  concurrency: ["Init", "Generating", "Benchmarking"],
  budget: ["Init", "Generating", "Benchmarking"],
} as const satisfies Record<string, readonly GenerationStatus[]>;
export type Setting = keyof typeof SETTINGS;

export const requireSettings = (settings: readonly Setting[], status: GenerationStatus): void => {
  for (const setting of settings) {
    if (SETTINGS[setting].some((allowed) => allowed === status)) continue;
    throw new DomainError("conflict", `in ${status}: ${WORDS[setting]} cannot be changed any more`);
  }
};

const WORDS: Record<Setting, string> = {
  samplesPerCell: "the number of samples",
  seedPolicy: "the rule for seeds",
  seeds: "the list of seeds",
  currency: "the currency",
  attemptPolicy: "the rule which attempt counts",
  templateId: "the template",
  evaluation: "the plan of the evaluation",
  concurrency: "the concurrency",
  budget: "the budget",
};
