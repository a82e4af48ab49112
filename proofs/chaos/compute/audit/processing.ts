import { datasetCatalogueRoutes, type ProcessingDetail } from "@dailies/contract";
import { sql } from "kysely";
import type { JournalEntry } from "../cluster/head-protocol.ts";
import type { World } from "../world.ts";

interface AttemptRow {
  readonly submission_id: string;
  readonly status: string;
  readonly submitted_at: Date | null;
}

type Submission = Extract<JournalEntry, { kind: "submission" }>;

const readSubmissions = async ({ clusters }: World): Promise<Submission[]> => {
  const journals = await Promise.all(clusters.map(({ head }) => head.readJournal()));
  return journals.flat().filter((entry) => entry.kind === "submission");
};

/** One job for each attempt: a session never accepts the same twice, and no job runs beside one whose end was recorded. */
export const checkSubmissions = (
  attempts: ReadonlyMap<string, AttemptRow>,
  submissions: readonly Submission[],
): string[] => {
  const faults: string[] = [];
  const accepted = new Set<string>();
  for (const { sessionName, submissionId, besides } of submissions) {
    const key = `${sessionName} ${submissionId}`;
    if (accepted.has(key)) faults.push(`${submissionId} was accepted twice in one session`);
    accepted.add(key);
    if (!attempts.has(submissionId)) faults.push(`${submissionId} belongs to no attempt`);
    // A job that was cancelled while its cluster was silent may still run, and its attempt says so.
    const failed = besides.filter((id) => attempts.get(id)?.status !== "Cancelled");
    if (failed.length > 0) faults.push(`${submissionId} was submitted while ${failed.join(", ")} ran`);
  }
  const known = new Set(submissions.map(({ submissionId }) => submissionId));
  for (const { submission_id: id, submitted_at: at } of attempts.values())
    if (at !== null && !known.has(id)) faults.push(`${id} counts as submitted and no cluster accepted it`);
  return faults;
};

const checkOutput = async ({ calls }: World, run: ProcessingDetail, items: number): Promise<string[]> => {
  const faults: string[] = [];
  if (run.rows_out !== items || run.items_failed !== 0)
    faults.push(
      `${run.name} has ${run.rows_out} rows and ${run.items_failed} failed items instead of ${items} and none`,
    );
  const { output_dataset_id: id } = run;
  if (id === null) return [...faults, `${run.name} has no output`];
  const dataset = await calls.insist(datasetCatalogueRoutes.getDataset, { params: { id } });
  if (dataset.status === "Failed") faults.push(`the output of ${run.name} was not indexed`);
  if (dataset.status === "Ready" && dataset.items !== items)
    faults.push(`the output of ${run.name} has ${dataset.items} items instead of ${items}`);
  return faults;
};

/** Every run finished with every item once and one dataset, by jobs that were submitted once. */
export const auditProcessing = async (
  world: World,
  finished: readonly ProcessingDetail[],
  items: number,
): Promise<string[]> => {
  const { rows } = await sql<AttemptRow>`
    select submission_id, status, submitted_at from processing_attempt`.execute(world.db);
  const attempts = new Map(rows.map((row) => [row.submission_id, row]));
  const faults = checkSubmissions(attempts, await readSubmissions(world));
  for (const run of finished) faults.push(...(await checkOutput(world, run, items)));
  const outputs = await sql<{ n: number }>`
    select count(*)::int as n from dataset where 'processing' = any(tags)`.execute(world.db);
  if (outputs.rows[0]?.n !== finished.length)
    faults.push(`${finished.length} runs finished and ${outputs.rows[0]?.n} datasets were registered`);
  return faults;
};
