import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { VOID_STATUS } from "./counts.ts";
import { tailOf } from "./run-stage.ts";
import { runStages } from "./run-stages.ts";
import type { Stage } from "./stages.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "stages-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const aStage = (name: string, script: string, change: Partial<Stage> = {}): Stage => ({
  name,
  command: ["bash", "-c", script],
  ...change,
});

it("the stage runner runs every stage to its end and keeps what each printed", async () => {
  const stages = [
    aStage("first", "echo one; echo two >&2; exit 1"),
    aStage("second", "echo three", { sharesMachine: true }),
    aStage("third", `exit ${VOID_STATUS}`),
  ];
  const { results, late } = await runStages(stages, folder, () => true);
  expect(results.map(({ name, passed, failed, isVoid }) => ({ name, passed, failed, isVoid }))).toEqual([
    { name: "first", passed: 0, failed: 1, isVoid: false },
    { name: "third", passed: 0, failed: 0, isVoid: true },
    { name: "second", passed: 1, failed: 0, isVoid: false },
  ]);
  expect(late).toEqual([]);
  expect(tailOf(folder, "first").toSorted()).toEqual(["one", "two"]);
  expect(tailOf(folder, "second")).toEqual(["three"]);
});

it("the stage runner does not wait for a process that left its group with the pipe open", async () => {
  const { results } = await runStages([aStage("leaver", "setsid sleep 60 & echo gone")], folder, () => true);
  expect(results).toMatchObject([{ name: "leaver", passed: 1 }]);
  expect(tailOf(folder, "leaver")).toEqual(["gone"]);
});

it("the stage runner leaves out long proofs when no time is left, and nothing else", async () => {
  const stages = [aStage("tests", "true"), aStage("proof", "true", { covers: ["proofs/**"] })];
  const { results, late } = await runStages(stages, folder, () => false);
  expect(results.map(({ name }) => name)).toEqual(["tests"]);
  expect(late).toEqual(["proof"]);
});
