import { JOB_KINDS, type JobKind, type JobStatus, MAX_COUNTED_JOBS, RUN_STATUSES } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly key: string;
  readonly subjectId: string | null;
  readonly owner: string | null;
  readonly title: string;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly nextRunAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly retriedAt: Date | null;
  /** As text, because a Date has no microseconds. */
  readonly position: string;
}

/** The position after the last job of a page. */
export interface JobCursor {
  readonly at: string;
  readonly id: string;
}

export interface JobSearch {
  readonly statuses?: readonly JobStatus[] | undefined;
  readonly kinds?: readonly JobKind[] | undefined;
  readonly ownerId?: string | undefined;
  readonly words?: string | undefined;
  /** Of the job or of its subject. */
  readonly id?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
  /** Only jobs that no administrator has retried. */
  readonly isUnretried?: boolean;
}

interface Page {
  readonly after?: JobCursor | undefined;
  readonly limit: number;
}

/** A word that is common among these is found without its index, which would collect every job that ever had it. */
const NEWEST = 20_000;

const NEWEST_FIRST = sql`order by j.created_at desc, j.id desc`;
const WORDS = sql`lower(j.title || chr(10) || coalesce(j.last_error, ''))`;

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const ofTime = ({ from, before, isUnretried }: JobSearch, after?: JobCursor): RawBuilder<unknown>[] => [
  ...(from ? [sql`j.created_at >= ${from}`] : []),
  ...(before ? [sql`j.created_at < ${before}`] : []),
  ...(isUnretried ? [sql`j.retried_at is null`] : []),
  ...(after ? [sql`(j.created_at, j.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
];

const ofChoices = ({ kinds, statuses, ownerId }: JobSearch): RawBuilder<unknown>[] => [
  ...(kinds?.length ? [sql`j.kind = any(${[...kinds]})`] : []),
  ...(statuses?.length ? [sql`j.status = any(${[...statuses]})`] : []),
  ...(ownerId === undefined ? [] : [sql`j.owner_id = ${ownerId}`]),
];

const statusesOf = ({ statuses }: JobSearch): JobStatus[] => [...(statuses?.length ? statuses : RUN_STATUSES)];
const kindsOf = ({ kinds }: JobSearch): JobKind[] => [...(kinds?.length ? kinds : JOB_KINDS)];

/**
 * The newest of each kind and status, merged: every probe reads a few entries of one index, whatever is combined and however
 * deep the page is.
 */
const byKindAndStatus = (search: JobSearch, { after, limit }: Page): RawBuilder<unknown> => {
  const owner = search.ownerId === undefined ? [] : [sql`j.owner_id = ${search.ownerId}`];
  const conditions = [...owner, sql`j.kind = k.kind`, sql`j.status = s.status`, ...ofTime(search, after)];
  return sql`select found.* from unnest(${kindsOf(search)}::text[]) k(kind), unnest(${statusesOf(search)}::text[]) s(status),
    lateral (select j.id, j.created_at from background_job j where ${allOf(conditions)} ${NEWEST_FIRST} limit ${limit}) found`;
};

const byIds = (search: JobSearch, ids: readonly string[], { after }: Page): RawBuilder<unknown> =>
  sql`select j.id, j.created_at from background_job j
    where j.id = any(${[...ids]}::uuid[]) and ${allOf([...ofChoices(search), ...ofTime(search, after)])}`;

const byTime = (search: JobSearch, { after, limit }: Page): RawBuilder<unknown> =>
  sql`select j.id, j.created_at from background_job j where ${allOf(ofTime(search, after))} ${NEWEST_FIRST} limit ${limit}`;

const bySubject = (search: JobSearch, id: string, { after, limit }: Page): RawBuilder<unknown> => {
  const time = ofTime(search, after);
  const choices = ofChoices({ ...search, statuses: undefined });
  return sql`select j.id, j.created_at from background_job j
      where j.id = ${id} and ${allOf([...ofChoices(search), ...time])}
    union
    select found.* from unnest(${statusesOf(search)}::text[]) s(status), lateral (
      select j.id, j.created_at from background_job j
      where ${allOf([sql`j.subject_id = ${id}`, sql`j.status = s.status`, ...choices, ...time])}
      ${NEWEST_FIRST} limit ${limit}) found`;
};

const hasWords = (words: string): RawBuilder<unknown> => sql`${WORDS} like ${likePattern(words.toLowerCase())}`;

const amongNewest = (search: JobSearch, words: string, { after }: Pick<Page, "after">): RawBuilder<unknown> =>
  sql`select j.id, j.created_at, j.status from (
      select j.* from background_job j where ${allOf(ofTime(search, after))} ${NEWEST_FIRST} limit ${NEWEST}) j
    where ${allOf([hasWords(words), ...ofChoices(search)])}`;

/** Of about so many jobs, spread over the table, the search learns which of its words are common. */
const SAMPLED = 1_000;
const COMMON_SHARE = 0.1;
const MAX_LOOKED_UP = 3;
const WORD = /[\p{L}\p{N}]{3,}/gu;

/** None when the words are all common, or one. */
const findRareWords = async (db: Db, words: string): Promise<string[]> => {
  const each = [...new Set(words.toLowerCase().match(WORD) ?? [])];
  if (each.length < 2) return [];
  const percent = sql`(select least(100, ${100 * SAMPLED}::float8 / greatest(sum(jobs), 1)) from background_job_count)`;
  const { rows } = await sql<{ word: string }>`
    with sample as materialized (select ${WORDS} as words from background_job j tablesample system (${percent}))
    select w.word from unnest(${each}::text[]) w(word),
      lateral (select count(*) as jobs from sample s where strpos(s.words, w.word) > 0) found
    where found.jobs <= ${COMMON_SHARE}::float8 * (select count(*) from sample)
    order by found.jobs, length(w.word) desc limit ${MAX_LOOKED_UP}`.execute(db);
  return rows.map(({ word }) => word);
};

/**
 * Only the rare words are looked up in the index, because it reads all that it has of a word: a word of every job costs more
 * than all others together. What they find is compared with the whole text.
 */
const hasRareWords = (words: string, rare: readonly string[]): RawBuilder<unknown> =>
  rare.length === 0
    ? hasWords(words)
    : allOf([...rare.map(hasWords), sql`strpos(${WORDS}, ${words.toLowerCase()}) > 0`]);

/**
 * Materialized, so that the words are looked up in their index alone: combined with the index of the time, the time would
 * cost more the deeper the page is.
 */
const byWords = (
  search: JobSearch,
  areFound: RawBuilder<unknown>,
  { after }: Pick<Page, "after">,
): RawBuilder<unknown> =>
  sql`with j as materialized (
      select j.id, j.created_at, j.status, j.retried_at from background_job j
      where ${allOf([areFound, ...ofChoices(search)])}
    ) select j.id, j.created_at, j.status from j where ${allOf(ofTime(search, after))}`;

const readPage = async (db: Db, candidates: RawBuilder<unknown>, limit: number): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`
    select j.id, j.kind, j.key, j.subject_id as "subjectId", u.username as owner, j.title, j.status, j.attempts,
      j.next_run_at as "nextRunAt", j.last_error as "lastError", j.created_at as "createdAt", j.started_at as "startedAt",
      j.finished_at as "finishedAt", j.retried_at as "retriedAt", 
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from (select c.id, c.created_at from (${candidates}) c order by c.created_at desc, c.id desc limit ${limit}) page
    join background_job j on j.id = page.id left join console_user u on u.id = j.owner_id
    ${NEWEST_FIRST}`.execute(db);
  return rows;
};

/** Newest first. */
export const listJobs = async (db: Db, search: JobSearch, page: Page): Promise<JobRow[]> => {
  const { limit } = page;
  const { id, ids, words } = search;
  if (ids !== undefined) return readPage(db, byIds(search, ids, page), limit);
  if (words !== undefined) {
    const newest = await readPage(db, amongNewest(search, words, page), limit);
    if (newest.length === limit) return newest;
    const areFound = hasRareWords(words, await findRareWords(db, words));
    return readPage(db, byWords(search, areFound, page), limit);
  }
  if (id !== undefined) return readPage(db, bySubject(search, id, page), limit);
  const isOpen = ofChoices(search).length === 0;
  return readPage(db, isOpen ? byTime(search, page) : byKindAndStatus(search, page), limit);
};

/** Oldest first: of each kind, so that many jobs of one kind hide none of another. */
export const listOldestUnfinished = async (
  db: Db,
  kinds: readonly JobKind[],
  before: Date,
  limit: number,
): Promise<JobRow[]> => {
  const oldest = sql`select found.* from unnest(${[...kinds]}::text[]) k(kind), unnest(array['Waiting', 'Running']) s(status),
    lateral (select j.id, j.created_at from background_job j
      where j.kind = k.kind and j.status = s.status and j.created_at < ${before}
      order by j.created_at, j.id limit 10) found`;
  const found = await readPage(db, oldest, 2 * 10 * kinds.length);
  return found.reverse().slice(0, limit);
};

export interface StatusCount {
  readonly status: JobStatus;
  readonly jobs: number;
}

/** Kept by the database with every change. */
export const sumJobCounts = async (db: Db, kinds: readonly JobKind[] | undefined): Promise<StatusCount[]> => {
  const ofKinds = kinds?.length ? sql`where kind = any(${[...kinds]})` : sql``;
  const { rows } = await sql<StatusCount>`
    select status, sum(jobs)::int as jobs from background_job_count ${ofKinds} group by status`.execute(db);
  return rows;
};

/** Up to one more than the limit for each status. */
const countEachStatus = async (db: Db, search: JobSearch): Promise<StatusCount[]> => {
  const limit = MAX_COUNTED_JOBS + 1;
  const { id, ids } = search;
  const status = sql`j.status = s.status`;
  const owner = search.ownerId === undefined ? [] : [sql`j.owner_id = ${search.ownerId}`];
  const some = [
    ...(id === undefined ? [] : [sql`(j.id = ${id} or j.subject_id = ${id})`]),
    ...(ids === undefined ? [] : [sql`j.id = any(${[...ids]}::uuid[])`]),
    ...ofChoices({ ...search, statuses: undefined }),
    status,
    ...ofTime(search),
  ];
  const one =
    id === undefined && ids === undefined
      ? sql`select 1 from unnest(${kindsOf(search)}::text[]) k(kind), lateral (
          select 1 from background_job j where ${allOf([...owner, sql`j.kind = k.kind`, status, ...ofTime(search)])}
          limit ${limit}) found limit ${limit}`
      : sql`select 1 from background_job j where ${allOf(some)} limit ${limit}`;
  const { rows } = await sql<StatusCount>`
    select s.status, (select count(*)::int from (${one}) counted) as jobs
    from unnest(${statusesOf(search)}::text[]) s(status)`.execute(db);
  return rows;
};

/** If so many of the newest have a word, counting all of them would take long, and those say enough. */
const COMMON = 100;

const countWithWords = async (db: Db, search: JobSearch, words: string): Promise<CountedJobs> => {
  const byStatus = async (matching: RawBuilder<unknown>): Promise<StatusCount[]> => {
    const { rows } = await sql<StatusCount>`
      select found.status, count(*)::int as jobs from (${matching}) found group by found.status`.execute(db);
    return rows;
  };
  const newest = await byStatus(amongNewest(search, words, {}));
  const isCommon = newest.reduce((sum, { jobs }) => sum + jobs, 0) >= COMMON;
  if (isCommon) return { statuses: newest, isWhole: false };
  const areFound = hasRareWords(words, await findRareWords(db, words));
  return { statuses: await byStatus(byWords(search, areFound, {})), isWhole: true };
};

export interface CountedJobs {
  readonly statuses: readonly StatusCount[];
  /** False when only the newest jobs were counted. */
  readonly isWhole: boolean;
}

/** The jobs of a search by status: up to one more than the limit for each, or of a common word those among the newest. */
export const countJobsUpTo = async (db: Db, search: JobSearch): Promise<CountedJobs> =>
  search.words === undefined
    ? { statuses: await countEachStatus(db, search), isWhole: true }
    : countWithWords(db, search, search.words);

/** How many there are, over all statuses of the search. */
export const countMatching = async (db: Db, search: JobSearch): Promise<{ jobs: number; isExact: boolean }> => {
  const { statuses, isWhole } = await countJobsUpTo(db, search);
  return {
    jobs: statuses.reduce((sum, { jobs }) => sum + Math.min(jobs, MAX_COUNTED_JOBS), 0),
    isExact: isWhole && statuses.every(({ jobs }) => jobs <= MAX_COUNTED_JOBS),
  };
};

export const findJobOwner = async (db: Db, username: string): Promise<string | undefined> => {
  const row = await db.selectFrom("console_user").select("id").where("username", "=", username).executeTakeFirst();
  return row?.id;
};

export const findJob = async (db: Db, id: string): Promise<(JobRow & { timeline: unknown }) | undefined> => {
  const [job] = await readPage(db, sql`select j.id, j.created_at from background_job j where j.id = ${id}`, 1);
  if (!job) return undefined;
  const { timeline } = await db
    .selectFrom("background_job")
    .select("timeline")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...job, timeline };
};

/** No effect on a job that runs again under the same record. */
export const markRetried = async (db: Db, id: string, at: Date): Promise<void> => {
  await db
    .updateTable("background_job")
    .set({ retried_at: at })
    .where("id", "=", id)
    .where("status", "=", "Failed")
    .execute();
};
