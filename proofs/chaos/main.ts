import { parseArgs } from "node:util";
import { chaosCompute } from "./compute/compute.ts";
import { chaosEvaluation } from "./evaluation/evaluation.ts";
import { chaosExperiments } from "./experiments/experiments.ts";
import { chaosGeneration } from "./generation/generation.ts";
import { chaosIndex } from "./index/indexing.ts";
import { chaosLabelling } from "./labelling/labelling.ts";
import { chaosLedger } from "./ledger/ledger.ts";
import { chaosPackaging } from "./packaging/packaging.ts";
import { chaosQuery } from "./query/query.ts";
import { chaosRestart } from "./restart.ts";
import { chaosUpload } from "./upload/upload.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    restarts: { type: "string", default: "20" },
    files: { type: "string", default: "8" },
    megabytes: { type: "string", default: "2048" },
    cells: { type: "string", default: "2000" },
    faults: { type: "string" },
    raters: { type: "string", default: "200" },
    labellers: { type: "string", default: "200" },
    kills: { type: "string", default: "3" },
    samples: { type: "string", default: "200000" },
    clusters: { type: "string", default: "3" },
    programs: { type: "string", default: "8" },
    seed: { type: "string", default: "20261115" },
  },
});

const kinds: Record<string, () => Promise<boolean>> = {
  generation: () =>
    chaosGeneration({
      cells: Number(values.cells),
      faultCount: Number(values.faults ?? 40),
      seed: Number(values.seed),
    }),
  compute: () =>
    chaosCompute({
      clusters: Number(values.clusters),
      faultCount: Number(values.faults ?? 40),
      seed: Number(values.seed),
    }),
  evaluation: () =>
    chaosEvaluation({
      raters: Number(values.raters),
      faultCount: Number(values.faults ?? 15),
      seed: Number(values.seed),
    }),
  experiments: () =>
    chaosExperiments({
      programs: Number(values.programs),
      faultCount: Number(values.faults ?? 20),
      seed: Number(values.seed),
    }),
  index: () =>
    chaosIndex({ samples: Number(values.samples), faultCount: Number(values.faults ?? 12), seed: Number(values.seed) }),
  labelling: () =>
    chaosLabelling({
      labellers: Number(values.labellers),
      faultCount: Number(values.faults ?? 40),
      seed: Number(values.seed),
    }),
  ledger: () => chaosLedger({ faults: Number(values.faults ?? 100), seed: Number(values.seed) }),
  packaging: () =>
    chaosPackaging({
      samples: Number(values.samples),
      faultCount: Number(values.faults ?? 30),
      seed: Number(values.seed),
    }),
  query: () => chaosQuery({ kills: Number(values.kills), seed: Number(values.seed) }),
  restart: () => chaosRestart(Number(values.restarts)),
  upload: () =>
    chaosUpload({
      files: Number(values.files),
      fileBytes: Number(values.megabytes) * 1024 ** 2,
      storageKills: Number(values.kills),
      seed: Number(values.seed),
    }),
};

const kind = kinds[positionals[0] ?? ""];
if (!kind) throw new Error(`there is no such chaos; there is ${Object.keys(kinds).join(", ")}`);
process.exitCode = (await kind()) ? 0 : 1;
