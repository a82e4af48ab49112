import { createHash } from "node:crypto";
import {
  type ActCount,
  JOB_KINDS,
  type JobAct,
  type JobActReply,
  type JobFilter,
  type JobKind,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { JobActs, JobsDeps } from "../jobs-deps.ts";
import { countMatching, type JobRow, type JobSearch, listJobs, markRetried } from "../search/job-search.store.ts";
import { cursorAfter, readCursor, toSearch } from "../search/search-jobs.ts";
import { visibleKinds } from "../search/visible-kinds.ts";

/** A request does this many: each is a transaction of its feature, and a page shows the progress between requests. */
const BATCH = 20;
/** More at once would only wait for the head of the audit log. */
const AT_ONCE = 2;

const STATUSES = { retry: ["Failed"], cancel: ["Waiting", "Running"] } as const;

interface Chosen {
  readonly filter: JobFilter;
  readonly ids?: readonly string[] | undefined;
}

const offers = (acts: JobActs, act: JobAct, kind: JobKind): boolean => acts[kind][act] !== undefined;

/** What the filter leaves for an act. Undefined when that is nothing. */
const narrow = (acts: JobActs, act: JobAct, search: JobSearch): JobSearch | undefined => {
  const kinds = (search.kinds?.length ? search.kinds : JOB_KINDS).filter((kind) => offers(acts, act, kind));
  const wanted: readonly string[] | undefined = search.statuses?.length ? search.statuses : undefined;
  const statuses = STATUSES[act].filter((status) => wanted?.includes(status) ?? true);
  if (kinds.length === 0 || statuses.length === 0) return undefined;
  return { ...search, kinds, statuses, isUnretried: act === "retry" };
};

export const countActs = async (
  { db, acts }: Pick<JobsDeps, "db" | "acts">,
  { filter, ids }: Chosen,
  { actor, at }: Pick<RequestContext, "actor" | "at">,
): Promise<ActCount> => {
  const found = await toSearch(db, filter, actor);
  const search = found && { ...found, ids };
  const count = async (act: JobAct) => {
    const narrowed = search && narrow(acts, act, search);
    return narrowed ? countMatching(db, narrowed) : { jobs: 0, isExact: true };
  };
  const kindsWithout = (act: JobAct): JobKind[] =>
    (filter.kinds?.length ? filter.kinds : visibleKinds(actor)).filter((kind) => !offers(acts, act, kind));
  const [retry, cancel] = [await count("retry"), await count("cancel")];
  return {
    retry: retry.jobs,
    cancel: cancel.jobs,
    is_exact: retry.isExact && cancel.isExact,
    without_retry: kindsWithout("retry"),
    without_cancel: kindsWithout("cancel"),
    counted_at: at.toISOString(),
  };
};

/** The same for each attempt at this act on this job, and another one after the job has run again. */
const requestKeyOf = (act: JobAct, { id, attempts }: JobRow, userId: string): string => {
  const hex = createHash("sha256").update(`${act}:${id}:${attempts}:${userId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The words of the refusal; undefined when it is done. Only refusals for the caller are reported, anything else is a bug. */
const actOn = async (
  { db, acts, clock }: JobsDeps,
  context: RequestContext,
  act: JobAct,
  job: JobRow,
): Promise<string | undefined> => {
  const run = acts[job.kind][act];
  if (!run) return "this kind of job has no such act";
  const { id, key, subjectId } = job;
  try {
    await run(
      { ...context, managesJobs: true },
      { id, key, subjectId, requestKey: requestKeyOf(act, job, context.actor.userId) },
    );
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  if (act === "retry") await markRetried(db, id, clock());
  return undefined;
};

const countReasons = (reasons: readonly string[]): JobActReply["refused"] =>
  [...new Set(reasons)].map((reason) => ({ reason, jobs: reasons.filter((each) => each === reason).length }));

interface ActBatch extends Chosen {
  readonly act: JobAct;
  readonly countedAt: Date;
  readonly cursor: string | undefined;
}

/** Does the next jobs, newest first. Those that were created after the count are left alone. */
export const actOnJobs = async (
  deps: JobsDeps,
  context: RequestContext,
  { act, filter, ids, countedAt, cursor }: ActBatch,
): Promise<JobActReply> => {
  const found = await toSearch(deps.db, filter, context.actor);
  const search = found && narrow(deps.acts, act, { ...found, ids });
  if (!search) return { done: 0, refused: [], next_cursor: null };
  const before = search.before && search.before < countedAt ? search.before : countedAt;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const jobs = await listJobs(deps.db, { ...search, before }, { after, limit: BATCH + 1 });
  const batch = jobs.slice(0, BATCH);
  const reasons: string[] = [];
  for (let at = 0; at < batch.length; at += AT_ONCE) {
    const some = batch.slice(at, at + AT_ONCE).map((job) => actOn(deps, context, act, job));
    reasons.push(...(await Promise.all(some)).flatMap((reason) => reason ?? []));
  }
  const last = batch.at(-1);
  return {
    done: batch.length - reasons.length,
    refused: countReasons(reasons),
    next_cursor: jobs.length > BATCH && last ? cursorAfter(last) : null,
  };
};
