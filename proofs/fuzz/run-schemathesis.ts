import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { ServiceKey } from "../../apps/server/src/features/service-api/index.ts";
import { inherited } from "./environment.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface FuzzRun {
  readonly origin: string;
  /** URL that mints a session for the next request; absent for anonymous. */
  readonly mintUrl: string | undefined;
  /** Signing key of a product backend. */
  readonly serviceKey: ServiceKey | undefined;
  readonly examples: number;
  /** Without it the boundary values of every schema are left to admitted users. */
  readonly isThorough: boolean;
  readonly seed: number;
  /** Only routes of these features; empty for all. */
  readonly features: readonly string[];
}

/** Fuzzes every operation of the contract as one user; returns true when there are no findings. */
export const runSchemathesis = async (run: FuzzRun): Promise<boolean> => {
  const { origin, mintUrl, serviceKey, examples, isThorough, seed, features } = run;
  const args = [
    "--config-file",
    path.join(import.meta.dirname, "schemathesis.toml"),
    "run",
    path.join(ROOT, "docs/openapi.json"),
    "--url",
    origin,
    "--phases",
    `examples,${isThorough ? "coverage," : ""}fuzzing,stateful`,
    "--mode",
    "all",
    // A signature admits to these routes and no others. An operation that matches any filter is included.
    ...(serviceKey === undefined
      ? features.flatMap((name) => ["--include-tag", name])
      : ["--include-path-regex", "^/api_v1/service/"]),
    "--header",
    "Sec-Fetch-Site: same-origin",
    "--header",
    `Origin: ${origin}`,
    "--max-examples",
    `${examples}`,
    "--seed",
    `${seed}`,
    "--continue-on-failure",
    "--suppress-health-check",
    "all",
  ];
  const child = spawn("schemathesis", args, {
    // Its example database is created in the working directory.
    cwd: path.join(ROOT, "node_modules/.cache/fuzz"),
    stdio: "inherit",
    env: {
      ...inherited(),
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: "1",
      SCHEMATHESIS_HOOKS: "session_auth",
      ...(mintUrl !== undefined && { FUZZ_MINT_URL: mintUrl }),
      ...(serviceKey !== undefined && { FUZZ_SERVICE_KEY: `${serviceKey.keyId} ${serviceKey.secret}` }),
    },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  return status === 0;
};
