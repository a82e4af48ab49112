import { PROCESSING_TEMPLATE_SPECS } from "@dailies/contract";
import { getItemVersion, openRowStream } from "../../datasets/index.ts";
import { findServiceAddress } from "../../inference-services/index.ts";
import { keptColumns, namedColumns } from "../creation/template-parameters.ts";
import { doneKey, finishedKey, listKey, outputKey, ticketKey } from "../object-keys.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { findRun, type RunRecord } from "../records/run.store.ts";
import { type AttemptRef, enterPhase, noteList, readDecision } from "../records/run-state.store.ts";
import { listDoneParts } from "./done-parts.ts";
import { AttemptFailure } from "./end-attempt.ts";
import { jobColumns, LINE_COLUMNS, lineWriter, packLines } from "./item-lines.ts";

/** Signed addresses live as long as an attempt may take, and as long as it may take to write the item list before. */
const LIST_HOURS = 7;
const HOUR_S = 3_600;
const TICKET_VERSION = 1;

const ttlOf = ({ resources }: RunRecord): number => (resources.max_hours + LIST_HOURS) * HOUR_S;

/**
 * Writes the items of the view as lists that a job reads part by part, and the ticket that names them. Versions are immutable
 * and the order is total, so every attempt cuts the same parts, and those that are done are not listed again.
 */
export const prepareAttempt = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  signal: AbortSignal,
): Promise<"go on" | "cancel" | "over"> => {
  const run = await findRun(deps.db, ref.runId);
  if (!run || !(await enterPhase(deps.db, ref, "preparing", deps.clock()))) return "over";
  const done = await listDoneParts(deps.storage, run.id);
  const lists = await openLists(deps, run, ref);
  for await (const batch of lists.batches(signal)) {
    signal.throwIfAborted();
    for (const row of batch) lists.add(row);
    if (!(await lists.storeFullParts(done))) continue;
    const decision = await readDecision(deps.db, ref);
    if (decision !== "go on") return decision;
  }
  const { items, parts } = await lists.finish(done);
  if (items === 0) throw new AttemptFailure("nothing_to_process", "no item of this view can be processed");
  const waiting = parts.filter(({ number }) => !done.has(number));
  await noteList(deps.db, ref, { items, parts: parts.length, partsDone: parts.length - waiting.length });
  const ticket = await makeTicket(deps, run, ref, { columns: lists.columns, waiting });
  await deps.storage.putObject(ticketKey(run.id, ref.attempt), Buffer.from(JSON.stringify(ticket)), {
    contentType: "application/json",
  });
  return "go on";
};

interface ListedPart {
  readonly number: number;
  readonly items: number;
}

const openLists = async (deps: ProcessingRunDeps, run: RunRecord, { attempt }: AttemptRef) => {
  const source = await getItemVersion(deps, run.datasetId, run.version);
  const bucketReader = await deps.bucketReaders.openProfile(source.profileId);
  const isOwnBucket = bucketReader.bucket === deps.storage.bucket;
  const columns = jobColumns(source, namedColumns(run.template, run.parameters));
  const ttlS = ttlOf(run);
  let signed = new Map<string, string>();
  const write = lineWriter({
    source,
    columns,
    readsClips: PROCESSING_TEMPLATE_SPECS[run.template].readsClips,
    pathOf: (object) => (isOwnBucket ? `s3://${bucketReader.bucket}/${object}` : undefined),
    // Many clips of a part are in one object, which is signed once.
    address: (object) => {
      const url = signed.get(object) ?? bucketReader.presign(object, ttlS);
      signed.set(object, url);
      return url;
    },
  });
  let lines: string[] = [];
  const parts: ListedPart[] = [];
  let items = 0;

  const storePart = async (done: ReadonlySet<number>): Promise<void> => {
    const part = lines.slice(0, run.partItems);
    lines = lines.slice(run.partItems);
    const number = parts.length;
    parts.push({ number, items: part.length });
    items += part.length;
    if (!done.has(number))
      await deps.storage.putObject(listKey(run.id, attempt, number), await packLines(part), {
        contentType: "application/gzip",
      });
    signed = new Map();
  };
  return {
    columns,
    batches: async function* (signal: AbortSignal) {
      const names = [...LINE_COLUMNS, ...columns.map(({ name }) => name)];
      const wanted = { query: run.query, orderBy: run.orderBy, names };
      yield* (await openRowStream(deps, source, wanted, signal)).batches;
    },
    add: (row: Parameters<typeof write>[0]): void => {
      const line = write(row);
      if (line !== undefined) lines.push(line);
    },
    /** Returns whether there was one. */
    storeFullParts: async (done: ReadonlySet<number>): Promise<boolean> => {
      if (lines.length < run.partItems) return false;
      while (lines.length >= run.partItems) await storePart(done);
      return true;
    },
    finish: async (done: ReadonlySet<number>): Promise<{ items: number; parts: readonly ListedPart[] }> => {
      if (lines.length > 0) await storePart(done);
      return { items, parts };
    },
  };
};

interface TicketInput {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly waiting: readonly ListedPart[];
}

/** All that the job knows: signed addresses of single objects for a limited time, and no key of ours. */
const makeTicket = async (deps: ProcessingRunDeps, run: RunRecord, { attempt }: AttemptRef, input: TicketInput) => {
  const at = deps.clock();
  const expiresS = ttlOf(run);
  const sign = (method: "GET" | "PUT", key: string): string => deps.storage.presign({ method, key, at, expiresS });
  const { service, ...parameters } = run.parameters;
  const { max_hours: maxHours, ...resources } = run.resources;
  return {
    version: TICKET_VERSION,
    attempt,
    template: run.template,
    parameters:
      typeof service === "string"
        ? { ...parameters, service_url: await findServiceAddress(deps.db, service) }
        : parameters,
    columns: input.columns.map(({ name, type }) => [name, type]),
    kept: keptColumns(run.parameters),
    resources,
    deadline: Math.round(at.getTime() / 1_000) + maxHours * HOUR_S,
    parts: input.waiting.map(({ number, items }) => ({
      number,
      items,
      list: sign("GET", listKey(run.id, attempt, number)),
      output: sign("PUT", outputKey(run.id, number)),
      done: sign("PUT", doneKey(run.id, number)),
    })),
    done: sign("PUT", finishedKey(run.id, attempt)),
  };
};
