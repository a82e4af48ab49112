import { isSource, isTest } from "../repository.ts";
import { matchesAny } from "./file-patterns.ts";
import type { ImportGraph } from "./import-closure.ts";
import { SCHEMA, type SchemaReach } from "./schema-reach.ts";
import type { Stage } from "./stages.ts";

/** Every stage in rotation runs in one of this many commits. */
export const ROTATION = 4;

export interface Choice {
  readonly stage: Stage;
  readonly isChosen: boolean;
  /** Selected because of changed files, and not because everything runs or by rotation. */
  readonly isByChange: boolean;
  readonly reason: string;
}

export interface Occasion {
  /** Files that differ from the base; undefined without a base. */
  readonly changed: readonly string[] | undefined;
  /** Number of commits up to this one, which drives the rotation. */
  readonly commitNumber: number;
  readonly isAll: boolean;
}

/** Read by people, editors or stages that run every time; no long proof depends on them. */
const WITHOUT_PROOF = [
  "**/*.md",
  "docs/**",
  ".github/**",
  "ops/chart/**",
  "checks/*",
  "checks/asvs/**",
  "checks/bundle/**",
  "e2e/**",
  "proofs/authz/**",
  "ops/compose/**",
  "LICENSE",
  "NOTICE",
  "**/.gitignore",
  "biome.json",
  "knip.json",
  "lefthook.yml",
  ".squawk.toml",
];

/** Code whose importers are known, and files that a proof names. Any other file may affect everything. */
const FOLLOWED = [
  "apps/*/src/**",
  "packages/*/src/**",
  "proofs/**",
  "apps/web/{public,build}/**",
  SCHEMA,
  "apps/web/index.html",
];

/** A stage with the files it covers: those it names, their imports, and what these use of the schema. */
export interface CoveredStage {
  readonly stage: Stage;
  readonly covers: (file: string) => boolean;
}

export const coverStages = (stages: readonly Stage[], graph: ImportGraph, { concerns }: SchemaReach): CoveredStage[] =>
  stages.map((stage) => {
    const { covers: patterns = [] } = stage;
    const named = graph.files.filter((file) => isSource(file) && !isTest(file) && matchesAny(file, patterns));
    const closure = graph.closureOf(named);
    return {
      stage,
      covers: (file) => {
        if (isTest(file)) return patterns.includes(file);
        if (matchesAny(file, [SCHEMA])) return matchesAny(file, patterns) && concerns(file, closure);
        return closure.has(file) || matchesAny(file, patterns);
      },
    };
  });

/** A changed file that no rule covers: a lockfile, an engine script, this folder, a new file. */
const isUnknown = (file: string, stages: readonly CoveredStage[]): boolean =>
  !isTest(file) &&
  !matchesAny(file, WITHOUT_PROOF) &&
  !matchesAny(file, FOLLOWED) &&
  !stages.some(({ covers }) => covers(file));

const describe = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? `${first} changed` : `${first} and ${others.length} more changed`;

/** Why everything runs, whatever it covers. */
export const reasonForAll = (stages: readonly CoveredStage[], { changed, isAll }: Occasion): string | null => {
  if (isAll) return "everything was asked for";
  if (changed === undefined) return "there is no base to compare with";
  const unknown = changed.find((file) => isUnknown(file, stages));
  return unknown === undefined ? null : `${unknown} may concern every stage`;
};

/** Selects the stages to run, with reasons; the same commit and base always give the same result. */
export const chooseStages = (
  stages: readonly CoveredStage[],
  occasion: Occasion,
  whyAll: string | null = reasonForAll(stages, occasion),
): Choice[] => {
  const { changed, commitNumber } = occasion;
  const inTurn = stages.filter(({ stage }) => stage.covers !== undefined);
  return stages.map((covered): Choice => {
    const { stage, covers } = covered;
    const chosen = { stage, isChosen: true, isByChange: false };
    if (stage.covers === undefined) return { ...chosen, reason: "runs every time" };
    if (whyAll !== null) return { ...chosen, reason: whyAll };
    const concerning = (changed ?? []).filter(covers);
    if (concerning.length > 0) return { ...chosen, isByChange: true, reason: describe(concerning) };
    const isItsTurn = inTurn.indexOf(covered) % ROTATION === commitNumber % ROTATION;
    return isItsTurn
      ? { ...chosen, reason: "it is its turn" }
      : { ...chosen, isChosen: false, reason: "nothing it covers changed" };
  });
};
