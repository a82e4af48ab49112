import type { JsonWebKey } from "node:crypto";
import { VIEW_GROUPS_VARIABLE } from "../checks/ci/view-groups.ts";

/** Target of an end-to-end run; created by `run.ts`, read by every journey. */
export interface Run {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly mailApiUrl: string;
  readonly performerUrl: string;
  /** Where a journey may start the server of a Ray cluster. */
  readonly clusterUrl: string;
  /** Where a journey may start an MLflow server. */
  readonly runSourceUrl: string;
  /** The same for a Kubernetes API server with KubeRay. */
  readonly kuberayUrl: string;
  /** Where the journey of single sign-on starts its OpenID provider, also after a failure, with the key that the API knows. */
  readonly provider: { readonly url: string; readonly privateJwk: JsonWebKey };
  /** With which a company's directory provisions accounts. */
  readonly scimToken: string;
}

const RUN_VARIABLE = "DAILIES_E2E_RUN";

/** Whether other jobs share this machine, which makes measured times unreliable. */
export const isSharedMachine = (): boolean => process.env.CI !== undefined;

export const environmentWith = (run: Run): NodeJS.ProcessEnv => ({
  ...process.env,
  [RUN_VARIABLE]: JSON.stringify(run),
});

export const currentRun = (): Run => {
  const written = process.env[RUN_VARIABLE];
  if (!written) throw new Error("nothing is running to look at: start the journeys with pnpm e2e");
  return JSON.parse(written) as Run;
};

/** Number of dialogs to open and click; DAILIES_DIALOG_OPENINGS=200 is the full proof, fewer are a smoke test. */
export const dialogOpenings = (): number => Number(process.env.DAILIES_DIALOG_OPENINGS ?? 40);

/** Groups of views whose accessibility is checked; undefined for all of them. */
export const chosenViewGroups = (): readonly string[] | undefined => process.env[VIEW_GROUPS_VARIABLE]?.split(",");
