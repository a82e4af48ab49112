import type { JobStatus } from "@dailies/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { examplesAsked } from "../../../testing/environment.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { countJobsUpTo, type JobSearch, listJobs } from "./job-search.store.ts";

const database = testDatabase();
const JOBS = 3_000;
/** Most jobs have the first words, one of hundreds a later one. */
const WORDS = ["night", "drive", "take", "over take", "100%", "rain_1", "Überholen", "42", "yaw-roll", "夜间行驶"];
const STATUSES: readonly JobStatus[] = ["Finished", "Failed", "Cancelled"];

interface Job {
  readonly id: string;
  readonly status: JobStatus;
  readonly title: string;
  readonly error: string | null;
  readonly at: Date;
}
let jobs: Job[];

const wordFor = (n: number, position: number): string => {
  const roll = Math.imul(n + 1, 2_654_435_761 + position * 40_503) >>> 0;
  return WORDS[Math.min(Math.clz32(roll % 2 ** 20) - 12, WORDS.length - 1)] ?? "";
};

beforeAll(async () => {
  jobs = Array.from({ length: JOBS }, (_, n) => ({
    id: newId(),
    status: STATUSES[n % STATUSES.length] ?? "Finished",
    title: `${wordFor(n, 0)} ${wordFor(n, 1)} ${n}`,
    error: n % 7 === 0 ? `${wordFor(n, 2)} answered ${n % 120}` : null,
    at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1_000),
  }));
  await sql`insert into background_job (id, kind, key, title, last_error, status, attempts, created_at, finished_at, changed_at)
    select id, 'package', id, title, error, status, 1, at, at, at
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) j(id uuid, title text, error text, status text, at timestamptz)`.execute(
    database.current.db,
  );
});

/** A part of what some job says, from any letter to any letter, or words that may be in no job in this order. */
const anyText = fc
  .oneof(
    fc
      .record({ job: fc.nat(JOBS - 1), from: fc.nat(20), length: fc.integer({ min: 3, max: 24 }) })
      .map(({ job, from, length }) => {
        const { title = "", error } = jobs[job] ?? {};
        return `${title}\n${error ?? ""}`.slice(from, from + length);
      }),
    fc
      .array(fc.constantFrom(...WORDS, "answered", "7", "2999"), { minLength: 2, maxLength: 4 })
      .map((all) => all.join(" ")),
  )
  .filter((text) => /[\p{L}\p{N}]{3}/u.test(text));

const anySearch = fc.record({
  text: anyText,
  isUpper: fc.boolean(),
  after: fc.option(fc.nat(JOBS - 1), { nil: undefined }),
  statuses: fc.option(fc.subarray([...STATUSES], { minLength: 1 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 60 }),
});

const newestFirst = (a: Job, b: Job): number => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);

describe("a search for a text", () => {
  it("finds the jobs that comparing every job finds, newest first, and counts them", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(anySearch, async ({ text, isUpper, after, statuses, limit }) => {
        const says = ({ title, error }: Job) => `${title}\n${error ?? ""}`.toLowerCase().includes(text.toLowerCase());
        const all = jobs.filter(says).sort(newestFirst);
        const chosen = all.filter(({ status }) => statuses?.includes(status) ?? true);
        const last = after === undefined ? undefined : jobs[after];
        const rest = chosen.filter((job) => last === undefined || newestFirst(job, last) > 0);
        const search: JobSearch = { words: isUpper ? text.toUpperCase() : text, statuses };
        const cursor = last && { at: last.at.toISOString(), id: last.id };
        const page = await listJobs(db, search, { after: cursor, limit });
        expect(page.map(({ id }) => id)).toEqual(rest.slice(0, limit).map(({ id }) => id));
        const counted = await countJobsUpTo(db, { words: text });
        const expected = STATUSES.map((status) => all.filter((job) => job.status === status).length);
        const found = STATUSES.map((status) => counted.statuses.find((each) => each.status === status)?.jobs ?? 0);
        expect(found).toEqual(expected);
      }),
      { numRuns: examplesAsked(150) },
    );
  });
});
