import { DomainError } from "../../../errors.ts";
import { openRow } from "../open-performer.ts";
import { findPerformerRow, noteTest, type PerformerRow } from "../performers.store.ts";
import type { RegistryDeps } from "../performers-deps.ts";
import { ProviderError } from "./adapter.ts";

const TIMEOUT_MS = 10_000;
const MAX_WORDS = 300;

export interface TestResult {
  readonly isOk: boolean;
  readonly tookMs: number;
  readonly message: string;
}

/** Tests that a performer responds and accepts our secret, and stores the result as its health. */
export const testPerformer = async (deps: RegistryDeps, id: string): Promise<TestResult> => {
  const row = await findPerformerRow(deps.db, id);
  if (!row || row.deleted_at) throw new DomainError("not_found", "there is no such performer");
  const startedMs = performance.now();
  const outcome = await ask(deps, row);
  const tookMs = Math.round(performance.now() - startedMs);
  const message = outcome.message.slice(0, MAX_WORDS);
  await noteTest(deps.db, id, outcome.isOk ? { okAt: deps.clock(), error: null } : { error: message });
  return { isOk: outcome.isOk, tookMs, message };
};

const ask = async (deps: RegistryDeps, row: PerformerRow): Promise<Omit<TestResult, "tookMs">> => {
  try {
    const { adapter } = openRow({ ...deps, assetUrl: refuseAsset }, row);
    return { isOk: true, message: await adapter.test(AbortSignal.timeout(TIMEOUT_MS)) };
  } catch (error) {
    // A failing performer is a valid test result; other errors are ours.
    if (error instanceof ProviderError || error instanceof DomainError) return { isOk: false, message: error.message };
    throw error;
  }
};

const refuseAsset = (): Promise<string> => Promise.reject(new Error("a test sends no assets"));
