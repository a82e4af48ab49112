import { type JobCounts, type JobFilter, type JobKind, MAX_COUNTED_JOBS, RUN_STATUSES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import {
  type CountedJobs,
  countJobsUpTo,
  findJobOwner,
  type JobCursor,
  type JobRow,
  type JobSearch,
  listJobs,
  sumJobCounts,
} from "./job-search.store.ts";
import { type Viewer, visibleKinds } from "./visible-kinds.ts";

/** The index of words holds sequences of three letters or digits; without one it would test every job. */
const SEARCHABLE = /[\p{L}\p{N}]{3}/u;

/** Undefined when nothing can match: the owner is unknown, or the caller may see none of the kinds. */
export const toSearch = async (db: Db, filter: JobFilter, viewer: Viewer): Promise<JobSearch | undefined> => {
  const { statuses, owner, text, id, start_time: from, end_time: before } = filter;
  if (text !== undefined && !SEARCHABLE.test(text))
    throw new DomainError("invalid", "search for at least three letters or digits in a row");
  const kinds = kindsOf(filter.kinds, viewer);
  if (kinds?.length === 0) return undefined;
  const ownerId = owner === undefined ? undefined : await findJobOwner(db, owner);
  if (owner !== undefined && ownerId === undefined) return undefined;
  return {
    statuses,
    kinds,
    ownerId,
    words: text,
    id,
    from: from === undefined ? undefined : new Date(from),
    before: before === undefined ? undefined : new Date(before),
  };
};

/** Undefined means all kinds: a search over all of them costs less than one that names each. */
const kindsOf = (asked: readonly JobKind[] | undefined, viewer: Viewer): readonly JobKind[] | undefined => {
  const wanted = asked?.length ? asked : undefined;
  if (!viewer.isExternal) return wanted;
  const visible = visibleKinds(viewer);
  return wanted ? wanted.filter((kind) => visible.includes(kind)) : visible;
};

const CURSOR =
  /^(?<at>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z)~(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The 31st of February would become the 3rd of March here, and an error in the database. */
const isMoment = (at: string): boolean => {
  const ms = Date.parse(at);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === at.slice(0, 19);
};

export const readCursor = (cursor: string): JobCursor => {
  const { at, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (at === undefined || id === undefined || !isMoment(at))
    throw new DomainError("invalid", "this is not a cursor of a page of jobs");
  return { at, id };
};

export const cursorAfter = ({ position, id }: JobRow): string => `${position}~${id}`;

interface JobPage {
  readonly items: readonly JobRow[];
  readonly nextCursor: string | null;
}

export const searchJobs = async (
  db: Db,
  filter: JobFilter,
  { cursor, limit, viewer }: { readonly cursor: string | undefined; readonly limit: number; readonly viewer: Viewer },
): Promise<JobPage> => {
  const search = await toSearch(db, filter, viewer);
  if (!search) return { items: [], nextCursor: null };
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await listJobs(db, search, { after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? cursorAfter(last) : null };
};

/** Of the statuses only what the rest of the filter leaves, so that each can be chosen by its count. */
export const countJobs = async (
  db: Db,
  { statuses: _chosen, ...filter }: JobFilter,
  viewer: Viewer,
): Promise<JobCounts> => {
  const search = await toSearch(db, filter, viewer);
  const { kinds: _kinds, ...narrowing } = filter;
  const isKept = Object.values(narrowing).every((value) => value === undefined);
  const count = async (found: JobSearch): Promise<CountedJobs> =>
    isKept ? { statuses: await sumJobCounts(db, found.kinds), isWhole: true } : countJobsUpTo(db, found);
  const counted = search ? await count(search) : { statuses: [], isWhole: true };
  return {
    statuses: RUN_STATUSES.map((status) => {
      const jobs = counted.statuses.find((each) => each.status === status)?.jobs ?? 0;
      const isWhole = counted.isWhole && (isKept || jobs <= MAX_COUNTED_JOBS);
      return { status, jobs: isKept ? jobs : Math.min(jobs, MAX_COUNTED_JOBS), is_exact: isWhole };
    }),
  };
};
