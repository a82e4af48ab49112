import { configSha256 } from "../../../../apps/server/src/features/inference-services/deploys/serve-config.rules.ts";
import type { JournalEntry, ServeApplicationConfig } from "../cluster/head-protocol.ts";

/** What a deploy asks of the cluster. */
export interface DeployStep {
  readonly number: number;
  /** Of its application; null when it drops the application. */
  readonly sha256: string | null;
}

const writtenAs = (name: string, applications: readonly ServeApplicationConfig[]): string | null => {
  const written = applications.find((application) => application.name === name);
  return written === undefined ? null : configSha256(written);
};

type ServeEntry = Exclude<JournalEntry, { kind: "submission" }>;
const isOfServe = (entry: JournalEntry): entry is ServeEntry => entry.kind !== "submission";

/**
 * Every change of an application in the journal of its cluster must be that of a later deploy than the change before: a
 * deploy that is applied again after a newer one, or with another result, has none left. A head that lost what it stored
 * drops applications without a deploy.
 */
export const checkDeployOrder = (
  name: string,
  steps: readonly DeployStep[],
  journal: readonly JournalEntry[],
): string[] => {
  let [served, session]: [string | null, string | undefined] = [null, undefined];
  let next = 0;
  const faults: string[] = [];
  for (const entry of journal.filter(isOfServe)) {
    if (entry.kind === "boot") {
      if (entry.sessionName !== session) served = null;
      session = entry.sessionName;
      continue;
    }
    const sha256 = writtenAs(name, entry.applications);
    if (sha256 === served) continue;
    const at = steps.findIndex((step, index) => index >= next && step.sha256 === sha256);
    if (at === -1) faults.push(`${name}: ${sha256 === null ? "dropped" : "written"} by no deploy after ${next}`);
    else next = at + 1;
    served = sha256;
  }
  return faults;
};
