import { createHash } from "node:crypto";
import { MAX_RUN_SAMPLES } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { addAssetReferences } from "../../assets/index.ts";
import type { RunState } from "../logging/run-state.store.ts";
import { listShareableAssets, type NewSample, upsertSamples } from "./sample.store.ts";

export interface LoggedSample {
  readonly prompt: string;
  readonly step: number;
  readonly assetId: string;
}

interface SamplesOfRun {
  readonly runId: string;
  readonly run: RunState;
  readonly samples: readonly LoggedSample[];
  readonly at: Date;
}

/** Returns how many samples are new. A run never makes a clip readable: it may only show what internal users can read. */
export const logSamples = async (tx: Tx, { runId, run, samples, at }: SamplesOfRun): Promise<number> => {
  if (samples.length === 0) return 0;
  const assetIds = [...new Set(samples.map(({ assetId }) => assetId))];
  const shareable = await listShareableAssets(tx, assetIds);
  const unknown = samples.findIndex(({ assetId }) => !shareable.has(assetId));
  if (unknown !== -1) {
    const message = "there is no such clip that every internal user may see";
    throw new InvalidRequest("body", [{ message, path: ["samples", unknown, "asset_id"] }]);
  }
  const fresh = await upsertSamples(tx, runId, lastOfEach(samples), at);
  if (run.samples + fresh > MAX_RUN_SAMPLES) {
    throw new DomainError("conflict", `a run has at most ${MAX_RUN_SAMPLES} samples`);
  }
  const label = run.name;
  await addAssetReferences(
    tx,
    assetIds.map((assetId) => ({ assetId, kind: "experiment_run", refId: runId, label })),
  );
  return fresh;
};

/** The last one of a prompt and step counts. */
const lastOfEach = (samples: readonly LoggedSample[]): NewSample[] => {
  const byPlace = new Map<string, NewSample>();
  for (const { prompt, step, assetId } of samples) {
    const promptSha256 = createHash("sha256").update(prompt).digest();
    byPlace.set(`${promptSha256.toString("hex")} ${step}`, { promptSha256, prompt, step, assetId });
  }
  return [...byPlace.values()];
};
