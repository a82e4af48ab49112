import type { JobDetail } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { withoutCredentials } from "../../../platform/observability/log-redaction.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { toJobItem } from "../search/job.dto.ts";
import { findJob } from "../search/job-search.store.ts";
import { isVisibleKind, type Viewer } from "../search/visible-kinds.ts";
import { readJobPayload } from "./job-payload.store.ts";
import { WORKFLOWS } from "./job-workflows.rules.ts";
import { maskPayload } from "./mask-payload.ts";
import { readExecution } from "./read-execution.ts";
import { readLogTail } from "./read-log-tail.ts";

interface StoredStep {
  readonly at: string;
  readonly status: JobDetail["job"]["status"];
  readonly error: string | null;
}

const toStep = ({ at, status, error }: StoredStep): JobDetail["timeline"][number] => ({
  at: new Date(at).toISOString(),
  status,
  error: error === null ? null : withoutCredentials(error),
});

export const getJob = async (deps: JobsDeps, viewer: Viewer, id: string): Promise<JobDetail> => {
  const job = await findJob(deps.db, id);
  if (!(job && isVisibleKind(viewer, job.kind))) throw new DomainError("not_found", "there is no such job");
  const workflow = WORKFLOWS[job.kind](job);
  const [payload, execution, log] = await Promise.all([
    readJobPayload(deps.db, job),
    workflow ? readExecution(deps, workflow) : null,
    readLogTail(deps.db, job),
  ]);
  return {
    job: toJobItem(deps.acts, job),
    timeline: (job.timeline as StoredStep[]).map(toStep),
    payload: maskPayload(payload),
    execution,
    log,
  };
};
