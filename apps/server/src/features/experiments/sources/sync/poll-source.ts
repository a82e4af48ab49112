import { MAX_SOURCE_EXPERIMENTS, type RunSourceFault } from "@dailies/contract";
import { backoffMs } from "../../../../platform/concurrency/backoff.ts";
import { withDeadline } from "../../../../platform/concurrency/with-deadline.ts";
import type { MlflowClient, MlflowPage, RunsSearch } from "../../../../platform/mlflow/mlflow-client.ts";
import { toMlflowFault } from "../../../../platform/mlflow/mlflow-fault.ts";
import type { ExperimentAnswer, RunAnswer } from "../../../../platform/mlflow/mlflow-schemas.ts";
import type { Log } from "../../../../platform/observability/log.ts";
import { openSource } from "../registration/open-source.ts";
import type { RunSourcesDeps } from "../run-sources-deps.ts";
import { type CopiedRun, toCopiedRun } from "./copied-run.rules.ts";
import { copyExperiments, copyRuns } from "./copy.store.ts";
import {
  type ClaimedSource,
  listRunningIds,
  markGone,
  markUnseen,
  type PollProgress,
  recordPoll,
} from "./poll.store.ts";

export const POLL_EVERY_MS = 15_000;
/** While its runs are gone through for the first time. */
const FIRST_SWEEP_EVERY_MS = 1_000;
export const MAX_BACKOFF_MS = 300_000;
/** From here on the circuit is open: pages say so, and the source is asked at growing intervals. */
export const FAILURES_TO_OPEN = 3;
/** All requests of one poll together. */
export const POLL_MS = 45_000;

/** Runs a page; fewer where an answer with all their metrics is too large. */
const PAGE_SIZES = [100, 10, 1] as const;
const HEAD_PAGES = 3;
const SWEEP_PAGES = 2;
const FIRST_SWEEP_PAGES = 5;
const RUNNING_AT_ONCE = 100;

export interface SourcePollDeps extends RunSourcesDeps {
  readonly log: Log;
}

interface Asked {
  readonly deps: SourcePollDeps;
  readonly source: ClaimedSource;
  readonly client: MlflowClient;
  /** Ids here by ids there. */
  readonly experiments: ReadonlyMap<string, string>;
  readonly experimentIds: readonly string[];
  readonly at: Date;
  readonly progress: PollProgress;
}

/** One poll: copies what is new, what still runs, and a part of the rest. Nothing of the source makes it throw. */
export const pollSource = async (deps: SourcePollDeps, source: ClaimedSource): Promise<RunSourceFault | null> => {
  const at = deps.clock();
  const progress: PollProgress = {};
  const fault = await withDeadline(new AbortController().signal, POLL_MS, (signal) =>
    faultOf(() => askSource(deps, source, { at, progress, client: () => openSource(deps, source, signal) })),
  );
  const isFirstSweep = source.swept_at === null && progress.sweep?.sweptAt === undefined;
  const everyMs = isFirstSweep ? FIRST_SWEEP_EVERY_MS : POLL_EVERY_MS;
  const backoff = { everyMs: POLL_EVERY_MS, maxMs: MAX_BACKOFF_MS };
  const waitMs = fault ? backoffMs(backoff, source.failures + 1, Math.random()) : everyMs;
  const endedAt = deps.clock();
  const nextAt = new Date(endedAt.getTime() + waitMs);
  await recordPoll(deps.db, source.id, progress, { fault, at: endedAt, nextAt });
  const { log } = deps;
  if (fault && source.failures === 0) log.warn({ sourceId: source.id, fault }, "a source of runs could not be polled");
  if (!fault && source.failures > 0) log.info({ sourceId: source.id }, "a source of runs can be polled again");
  return fault;
};

const faultOf = async (act: () => Promise<void>): Promise<RunSourceFault | null> => {
  try {
    await act();
    return null;
  } catch (error) {
    const known = toMlflowFault(error);
    if (!known) throw error;
    return known.fault;
  }
};

const askSource = async (
  deps: SourcePollDeps,
  source: ClaimedSource,
  { at, progress, client: open }: { at: Date; progress: PollProgress; client: () => MlflowClient },
): Promise<void> => {
  const client = open();
  progress.version = await client.readVersion();
  const { items, leftOut } = await listAllExperiments(client);
  progress.experiments = { count: items.length, leftOut };
  const experiments = await copyExperiments(deps.db, source, items, at);
  const experimentIds = items.map(({ experiment_id: id }) => id);
  const asked: Asked = { deps, source, client, experiments, experimentIds, at, progress };
  await readNewest(asked);
  await readRunning(asked);
  await sweep(asked);
};

const EXPERIMENTS_A_PAGE = 500;

/** A server may name a next page for ever: as many pages are read as the limit fills. */
const listAllExperiments = async (client: MlflowClient): Promise<{ items: ExperimentAnswer[]; leftOut: number }> => {
  const found = new Map<string, ExperimentAnswer>();
  let token: string | undefined;
  for (let page = 0; page < MAX_SOURCE_EXPERIMENTS / EXPERIMENTS_A_PAGE; page += 1) {
    const answer = await client.searchExperiments(EXPERIMENTS_A_PAGE, token);
    for (const each of answer.items) found.set(each.experiment_id, each);
    token = answer.nextPageToken;
    if (token === undefined) break;
  }
  const all = [...found.values()];
  // How many more there are is unknown; the next page has at least one.
  return {
    items: all.slice(0, MAX_SOURCE_EXPERIMENTS),
    leftOut: Math.max(0, all.length - MAX_SOURCE_EXPERIMENTS) + (token === undefined ? 0 : 1),
  };
};

type Search = Omit<RunsSearch, "maxResults" | "experimentIds">;

/** Reads a page of runs and writes it. */
const copyPage = async (asked: Asked, search: Search): Promise<MlflowPage<RunAnswer> & { runs: CopiedRun[] }> => {
  const { deps, source, client, experiments, experimentIds, at } = asked;
  if (experimentIds.length === 0) return { items: [], runs: [], unreadable: 0, nextPageToken: undefined };
  const page = await searchSized(client, { ...search, experimentIds });
  const runs = page.items.map((run) => toCopiedRun(source.id, run, at));
  if (runs.length > 0) await copyRuns(deps.db, source, experiments, { runs, at });
  return { ...page, runs };
};

const searchSized = async (client: MlflowClient, search: Omit<RunsSearch, "maxResults">) => {
  for (const maxResults of PAGE_SIZES) {
    try {
      return await client.searchRuns({ ...search, maxResults });
    } catch (error) {
      if (toMlflowFault(error)?.fault !== "too_large" || maxResults === PAGE_SIZES.at(-1)) throw error;
    }
  }
  throw new Error("the sizes of pages are tried one after the other");
};

const startsOf = (runs: readonly CopiedRun[]): number[] => runs.map(({ startedAt }) => startedAt.getTime());

/** From the newest run down to those that are known. */
const readNewest = async (asked: Asked): Promise<void> => {
  const knownMs = asked.source.newest_start_at?.getTime();
  let token: string | undefined;
  let newestMs = knownMs ?? 0;
  for (let page = 0; page < HEAD_PAGES; page += 1) {
    const { runs, nextPageToken } = await copyPage(asked, { pageToken: token });
    newestMs = Math.max(newestMs, ...startsOf(runs));
    token = nextPageToken;
    if (token === undefined || runs.length === 0) break;
    if (knownMs === undefined || Math.min(...startsOf(runs)) < knownMs) break;
  }
  if (newestMs > 0) asked.progress.newestStartAt = new Date(newestMs);
};

/** Runs that had not ended and were not among the newest; one that is no longer listed is gone. */
const readRunning = async (asked: Asked): Promise<void> => {
  const { deps, source, at } = asked;
  const ids = await listRunningIds(deps.db, source.id, at, RUNNING_AT_ONCE);
  if (ids.length === 0) return;
  const names = ids.map((id) => `'${id}'`).join(", ");
  const { runs, nextPageToken } = await copyPage(asked, { filter: `attributes.run_id IN (${names})` });
  if (nextPageToken !== undefined) return;
  const found = new Set(runs.map(({ sourceRunId }) => sourceRunId));
  await markGone(
    deps.db,
    source.id,
    ids.filter((id) => !found.has(id)),
    at,
  );
};

/**
 * Goes on with the walk over all runs, which finds what changed or vanished without a trace. Page tokens of MLflow are
 * offsets, so the walk goes on from the start of the oldest run it has seen.
 */
const sweep = async (asked: Asked): Promise<void> => {
  const { deps, source, at, progress } = asked;
  const beganAt = source.sweep_at === null ? at : (source.sweep_began_at ?? at);
  const fromMs = source.sweep_at?.getTime();
  const filter = fromMs === undefined ? {} : { filter: `attributes.start_time <= ${fromMs}` };
  let token: string | undefined;
  let oldestMs = fromMs ?? at.getTime();
  for (let page = 0; page < (source.swept_at === null ? FIRST_SWEEP_PAGES : SWEEP_PAGES); page += 1) {
    const { runs, nextPageToken } = await copyPage(asked, { ...filter, pageToken: token });
    token = nextPageToken;
    oldestMs = Math.min(oldestMs, ...startsOf(runs));
    if (token === undefined || runs.length === 0) {
      await markUnseen(deps.db, source.id, beganAt, at);
      progress.sweep = { at: null, beganAt: null, sweptAt: at };
      return;
    }
    // Always further down, whatever the server answers.
    progress.sweep = { at: new Date(Math.min(oldestMs, (fromMs ?? at.getTime()) - 1)), beganAt };
  }
};
