import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROOT } from "../repository.ts";
import { chooseStages, coverStages, ROTATION } from "./choose-stages.ts";
import { matchesAny } from "./file-patterns.ts";
import { readImportGraph } from "./import-closure.ts";
import { readSchemaReach } from "./schema-reach.ts";
import { STAGES } from "./stages.ts";

const graph = readImportGraph();
const COVERED = coverStages(STAGES, graph, readSchemaReach(graph.files));
const PROOFS = STAGES.filter(({ covers }) => covers !== undefined).map(({ name }) => name);
const EVERY_TIME = STAGES.filter(({ covers }) => covers === undefined).map(({ name }) => name);

/** The long proofs that a change selects, without those selected by rotation. */
const chosenBy = (...changed: string[]): string[] =>
  chooseStages(COVERED, { changed, commitNumber: -1, isAll: false })
    .filter(({ isChosen, stage }) => isChosen && stage.covers !== undefined)
    .map(({ stage }) => stage.name);

const inTurn = (commitNumber: number): string[] =>
  chooseStages(COVERED, { changed: [], commitNumber, isAll: false })
    .filter(({ isChosen }) => isChosen)
    .map(({ stage }) => stage.name);

describe("the choice of stages", () => {
  it("runs types, tests, authorisation, build and journeys every time", () => {
    expect(EVERY_TIME).toEqual(["check", "tests", "migrations", "authz", "build", "bundle", "e2e", "e2e-access"]);
    expect(inTurn(-1)).toEqual(EVERY_TIME);
  });

  it.each([
    ["the store of the ledger", "apps/server/src/features/credits/ledger/ledger.store.ts"],
    ["the model of the ledger", "apps/server/src/features/credits/ledger/ledger-model.ts"],
  ])("runs every proof about credits when %s changed", (_, file) => {
    expect(chosenBy(file)).toEqual(
      expect.arrayContaining(["sim-ledger", "bench-ledger", "bench-lists", "chaos-ledger"]),
    );
    expect(chosenBy(file)).not.toEqual(expect.arrayContaining(["fuzz-formats"]));
    expect(chosenBy(file)).not.toEqual(expect.arrayContaining(["sim-statistics"]));
  });

  it("runs generation and its chaos when a workflow of it changed, and no proof about data", () => {
    expect(chosenBy("apps/server/src/features/generation/run-batch.workflow.ts")).toEqual([
      "bench-generation",
      "kill-generation",
      "chaos-generation",
    ]);
  });

  it("runs the tests that kill workers of a feature when the feature or such a test changed", () => {
    const test = "apps/server/src/features/viewer/verify/verify-set-kill.test.ts";
    expect(chosenBy(test)).toEqual(["kill-viewer"]);
    expect(chosenBy("apps/server/src/features/viewer/verify/verify-set.workflow.ts")).toContain("kill-viewer");
  });

  it("runs the journeys beside a real engine when what talks to it, its script or such a journey changed", () => {
    expect(chosenBy("apps/server/src/features/inference-services/deploys/apply-deploy.ts")).toContain("e2e-ray");
    expect(chosenBy("e2e/real-engines/ray/services.e2e.ts")).toEqual(["e2e-ray"]);
    expect(chosenBy("ops/engines/mlflow.sh")).toEqual(["mlflow", "e2e-mlflow"]);
    expect(chosenBy("apps/server/src/features/credits/credits.routes.ts")).not.toContain("e2e-ray");
  });

  it("has every journey beside a real engine in a stage", () => {
    const named = STAGES.flatMap(({ covers = [] }) => covers).filter((file) => file.endsWith(".e2e.ts"));
    expect(named.sort()).toEqual(globSync("e2e/real-engines/**/*.e2e.ts", { cwd: ROOT }).sort());
  });

  it("has every test that kills workers in a stage", () => {
    const named = STAGES.flatMap(({ command }) => command).filter((part) => part.endsWith("-kill.test.ts"));
    expect(named.sort()).toEqual(globSync("apps/server/src/**/*-kill.test.ts", { cwd: ROOT }).sort());
  });

  it("runs fuzzing, the start and an upgrade when routes of the contract changed", () => {
    expect(chosenBy("packages/contract/src/credits/routes.ts")).toEqual([
      "fuzz",
      "bench-boot",
      "bench-planted",
      "proof-upgrade",
    ]);
  });

  it("runs what reads samples when a reader of a format changed", () => {
    const chosen = chosenBy("packages/formats/src/mds/shards/read-sample.ts");
    expect(chosen).toEqual(expect.arrayContaining(["fuzz-formats", "bench-sdv", "chaos-index"]));
    expect(chosen).not.toContain("chaos-ledger");
  });

  it("runs the simulation and every proof that computes boards when a formula of the statistics changed", () => {
    expect(chosenBy("packages/statistics/src/board/ranks.ts")).toEqual([
      "sim-statistics",
      "bench-leaderboard",
      "proof-restore",
    ]);
  });

  it("runs the player alone when the synced player changed", () => {
    expect(chosenBy("apps/web/src/shared/synced-player/controller/sync-controller.ts")).toEqual(["bench-player"]);
  });

  it("runs no long proof when a page, a style, words of a locale, a document or a test changed", () => {
    expect(chosenBy("apps/web/src/features/assets/assets-screen.tsx", "apps/web/src/ui/base.css")).toEqual([]);
    expect(chosenBy("apps/web/src/features/assets/locales/en.ts", "docs/architecture.md", "README.md")).toEqual([]);
    expect(chosenBy("apps/server/src/platform/csv.test.ts")).toEqual([]);
    expect(chosenBy("docs/asvs.json", "checks/asvs/requirements.json", "checks/asvs/check-asvs.ts")).toEqual([]);
  });

  it("runs a proof whose own code changed", () => {
    expect(chosenBy("proofs/hostile-media/mp4-files.ts")).toEqual(["hostile-media"]);
  });

  it("runs what goes through the edge when the edge changed", () => {
    expect(chosenBy("apps/server/src/http/security/admit.ts")).toEqual(
      expect.arrayContaining(["fuzz", "bench-api", "bench-boot", "chaos-restart"]),
    );
  });

  it.each(["apps/server/db/migrations/2099-01-01T0000-anything.sql", "apps/server/db/functions/credits/anything.sql"])(
    "runs every proof on the database when %s is not there any more",
    (file) => {
      const chosen = chosenBy(file);
      expect(chosen).toEqual(expect.arrayContaining(["fuzz", "sim-ledger", "chaos-evaluation", "chaos-index"]));
      expect(chosen).not.toContain("fuzz-formats");
    },
  );

  it("runs only the proofs whose code uses the tables and functions of a changed migration or function", () => {
    expect(chosenBy("apps/server/db/migrations/2026-11-18T0560-experiment-reports.sql")).toEqual([
      "fuzz",
      "chaos-experiments",
    ]);
    expect(chosenBy("apps/server/db/functions/labelling/labelling-revert.sql")).toEqual([
      "fuzz",
      "bench-labelling",
      "kill-labelling",
      "chaos-labelling",
    ]);
    expect(chosenBy("apps/server/db/functions/credits/credits.sql")).toEqual(
      expect.arrayContaining(["sim-ledger", "bench-ledger", "chaos-ledger"]),
    );
    expect(chosenBy("apps/server/db/functions/credits/credits.sql")).not.toContain("chaos-index");
  });

  it("runs the proofs of every feature that uses a module of the platform", () => {
    const chosen = chosenBy("apps/server/src/platform/db/database.ts");
    expect(chosen.length).toBeGreaterThan(PROOFS.length / 2);
    expect(chosen).not.toContain("bench-player");
  });

  it.each(["pnpm-lock.yaml", "ops/engines/postgres.sh", ".ci/run", "checks/ci/stages.ts", "something/new.bin"])(
    "runs everything when %s changed, because it may concern any stage",
    (file) => {
      expect(chosenBy(file)).toEqual(PROOFS);
    },
  );

  it("runs everything when it is asked to, and when there is nothing to compare with", () => {
    for (const occasion of [
      { changed: [], commitNumber: 0, isAll: true },
      { changed: undefined, commitNumber: 0, isAll: false },
    ]) {
      expect(chooseStages(COVERED, occasion).every(({ isChosen }) => isChosen)).toBe(true);
    }
  });

  it("reaches every stage within four commits in a row, and each only once", () => {
    const turns = Array.from({ length: ROTATION }, (_, index) =>
      inTurn(1_000 + index).filter((name) => PROOFS.includes(name)),
    );
    expect(turns.flat().sort()).toEqual([...PROOFS].sort());
    for (const turn of turns) expect(turn.length).toBeGreaterThanOrEqual(Math.floor(PROOFS.length / ROTATION));
  });

  it("names files that exist in what each proof covers", () => {
    for (const { name, covers = [] } of STAGES) {
      for (const pattern of covers) {
        const isNamed = graph.files.some((file) => matchesAny(file, [pattern]));
        expect(isNamed, `${name} covers ${pattern}`).toBe(true);
      }
    }
  });
});
