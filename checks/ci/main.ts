// `node checks/ci/main.ts [--all] [--base COMMIT] [--plan] [--prepared SECONDS] [STAGE…]`: selects the stages of a run, runs
// them and prints a table and one line of counts. `.ci/run` starts the engines first and stops them afterwards.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { contract } from "@dailies/contract";
import { print } from "../outcome.ts";
import { ROOT } from "../repository.ts";
import { readChanges } from "./changes.ts";
import { type Choice, chooseStages, coverStages, reasonForAll } from "./choose-stages.ts";
import { sum } from "./counts.ts";
import { fuzzedFeatures } from "./fuzzed-features.ts";
import { readImportGraph } from "./import-closure.ts";
import { namedStages } from "./named-stages.ts";
import { tableOf, troublesOf } from "./report.ts";
import { tailOf } from "./run-stage.ts";
import { LAST_PROOF_BEGINS_S, runStages } from "./run-stages.ts";
import { readSchemaReach } from "./schema-reach.ts";
import { RESULTS, STAGES, type Stage } from "./stages.ts";
import { coverViewGroups, VIEW_GROUPS_VARIABLE } from "./view-groups.ts";

const RESULTS_FOLDER = path.join(ROOT, RESULTS);

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    base: { type: "string" },
    plan: { type: "boolean", default: false },
    prepared: { type: "string", default: "0" },
  },
});

const namesOf = (choices: readonly Choice[]): string => choices.map(({ stage }) => stage.name).join(", ") || "nothing";

const printPlan = (choices: readonly Choice[]): void => {
  for (const { stage, isChosen, reason } of choices) {
    print(`${isChosen ? "run" : "   "}  ${stage.name.padEnd(18)} ${reason}`);
  }
};

const plan = async (): Promise<{ chosen: Stage[]; left: Choice[]; leftGroups: Choice[] }> => {
  const { base, files: changed, commitNumber } = await readChanges(values.base);
  const graph = readImportGraph();
  const schema = readSchemaReach(graph.files);
  const stages = coverStages(namedStages(STAGES, named), graph, schema);
  const occasion = { changed, commitNumber, isAll: values.all || named.length > 0 };
  const choices = chooseStages(stages, occasion);
  print(`\n── plan, against ${base ?? "nothing"}`);
  printPlan(choices);
  // A file that may concern every stage also changes what any page shows.
  const groups = chooseStages(coverViewGroups(graph), occasion, reasonForAll(stages, occasion));
  print("── groups of accessibility views");
  printPlan(groups);
  const isHere = ({ isChosen }: Choice): boolean => isChosen;
  const views = groups.filter(isHere).map(({ stage }) => stage.name);
  // Fuzzing that was selected by a change only covers the routes that the change can affect.
  const isFuzzNarrow = choices.some(({ stage, isByChange }) => stage.name === "fuzz" && isByChange);
  const features = isFuzzNarrow ? fuzzedFeatures(Object.keys(contract), changed ?? [], graph, schema) : undefined;
  const narrow = (stage: Stage): Stage => {
    if (stage.name === "fuzz" && features !== undefined)
      return { ...stage, command: [...stage.command, "--features", features.join(",")] };
    if (stage.name === "e2e-access")
      return { ...stage, env: { ...stage.env, [VIEW_GROUPS_VARIABLE]: views.join(",") } };
    return stage;
  };
  return {
    chosen: choices.filter(isHere).map(({ stage }) => narrow(stage)),
    left: choices.filter((each) => !isHere(each)),
    leftGroups: groups.filter((each) => !isHere(each)),
  };
};

const { chosen, left, leftGroups } = await plan();

const run = async (): Promise<number> => {
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const preparedS = Number(values.prepared);
  const elapsedS = (): number => performance.now() / 1000 + preparedS;
  const isTimeLeft = ({ lastBeginS = LAST_PROOF_BEGINS_S }: Stage): boolean => values.all || elapsedS() < lastBeginS;
  const { results, late, isStopped, stolenShare } = await runStages(chosen, RESULTS_FOLDER, isTimeLeft);
  print("");
  for (const line of tableOf(results)) print(line);
  const seconds = elapsedS().toFixed(0);
  const stolen = (stolenShare * 100).toFixed(1);
  print(
    `\n${seconds} s in all, ${preparedS} s of them before the first stage; neighbours took ${stolen} % of the processors`,
  );
  const names = results.map(({ name }) => name);
  for (const line of troublesOf(RESULTS_FOLDER, names)) print(line);
  const failed = results.filter((result) => result.failed > 0).map(({ name }) => name);
  for (const name of failed) print(`\n── the last lines of ${name}\n${tailOf(RESULTS_FOLDER, name).join("\n")}\n`);
  if (failed.length > 0) print(`failed: ${failed.join(", ")}`);
  const voids = results.filter(({ isVoid }) => isVoid).map(({ name }) => name);
  if (voids.length > 0) print(`void, the machine was too busy to measure: ${voids.join(", ")}`);
  if (late.length > 0) print(`no time was left for: ${late.join(", ")}`);
  if (isStopped) print("stopped by a signal before the end");
  print(`accessibility views not opened: ${namesOf(leftGroups)}`);
  print(`not run: ${namesOf(left)}`);
  const total = sum(results);
  print(`${total.passed} passed, ${total.failed} failed`);
  if (isStopped) return 130;
  return failed.length === 0 ? 0 : 1;
};

if (!values.plan) process.exitCode = await run();
