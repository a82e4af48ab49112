import { hash } from "node:crypto";
import type { DataOperator, DataPipeline } from "@dailies/contract";
import type { DatasetAnswer, JobDetails, OperatorAnswer } from "../../../platform/ray/ray-schemas.ts";
import { storableText, withoutAnsi, withoutPaths, withoutSecretValues } from "../../../platform/ray/ray-text.ts";

export type RayJobStatus = JobDetails["status"] | "LOST";

/** What is kept of a job. Its runtime environment is not: that is where people put keys. */
export interface KeptJob {
  readonly jobKey: string;
  readonly type: JobDetails["type"];
  readonly driverJobId: string | null;
  readonly driverNodeId: string | null;
  readonly status: RayJobStatus;
  readonly entrypoint: string;
  readonly owner: string | null;
  readonly gpus: number | null;
  readonly message: string | null;
  readonly traceback: readonly string[];
  readonly errorType: string | null;
  readonly exitCode: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly startedAt: Date | null;
  /** Null while it runs, and when Ray did not say. */
  readonly endedAt: Date | null;
  readonly fingerprint: string;
}

const MAX_KEY = 500;
const MAX_ENTRYPOINT = 4_000;
const MAX_MESSAGE = 2_000;
const MAX_METADATA = 50;
const [FIRST_LINES, LAST_LINES] = [8, 3];
const MAX_LINE = 300;
/** In this order: what people call the one who submitted a job. */
const OWNER_KEYS = ["owner", "user", "username", "submitted_by", "creator"] as const;
const UNFINISHED: ReadonlySet<RayJobStatus> = new Set(["PENDING", "RUNNING"]);

export const isUnfinished = (status: RayJobStatus): boolean => UNFINISHED.has(status);

/** What a poll has to know of every job of a list, before it reads those that changed. */
export interface ListedJob {
  readonly entry: unknown;
  /** All of it, to be compared. */
  readonly text: string;
  /** The id that it is stored under; undefined when it has none. */
  readonly jobKey: string | undefined;
  /** Under an id that somebody chose: a submitted job or a RayJob. */
  readonly isSubmission: boolean;
  readonly isUnfinished: boolean;
  readonly driver: string | null;
  readonly startMs: number;
}

const KNOWN_STATUSES: ReadonlySet<unknown> = new Set(["PENDING", "RUNNING", "STOPPED", "SUCCEEDED", "FAILED"]);

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const writtenOut = (entry: unknown): string | undefined => {
  try {
    return JSON.stringify(entry);
  } catch (error) {
    // Nested more deeply than it can be written.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Undefined for an entry that `readJob`, which is much slower, cannot read either. */
export const glanceAt = (entry: unknown): ListedJob | undefined => {
  const [type, status, start] = [fieldOf(entry, "type"), fieldOf(entry, "status"), fieldOf(entry, "start_time")];
  const isSubmission = type === "SUBMISSION" || type === "RAYJOB";
  if (!(isSubmission || type === "DRIVER") || !KNOWN_STATUSES.has(status)) return undefined;
  const text = writtenOut(entry);
  if (text === undefined) return undefined;
  const driver = textOf(fieldOf(entry, "job_id")) ?? textOf(fieldOf(fieldOf(entry, "driver_info"), "id"));
  const key = isSubmission ? textOf(fieldOf(entry, "submission_id")) : driver;
  return {
    entry,
    text,
    jobKey: key === null || key === "" || key.length > MAX_KEY ? undefined : storableText(key, MAX_KEY),
    isSubmission,
    isUnfinished: status === "PENDING" || status === "RUNNING",
    driver,
    startMs: typeof start === "number" ? start : 0,
  };
};

/** Equal for equal jobs: what a poll compares before it reads, cleans and writes anything. */
export const fingerprintOf = ({ text }: ListedJob, gpus: number | null): string =>
  hash("sha1", `${text} ${gpus}`, "base64url");

const momentOf = (ms: number | null | undefined): Date | null =>
  ms === null || ms === undefined || ms <= 0 || ms > 8e15 ? null : new Date(ms);

interface JobContext {
  readonly jobKey: string;
  readonly gpus: number | null;
  readonly fingerprint: string;
  /** Secrets that are known, to be removed wherever they appear. */
  readonly secrets: readonly string[];
}

export const toKeptJob = (details: JobDetails, { jobKey, gpus, fingerprint, secrets }: JobContext): KeptJob => {
  const metadata = cleanMetadata(details.metadata ?? {}, secrets);
  const ownerKey = OWNER_KEYS.find((key) => (metadata[key] ?? "") !== "");
  return {
    jobKey,
    type: details.type,
    driverJobId: shortText(details.job_id ?? details.driver_info?.id, 100),
    driverNodeId: shortText(details.driver_node_id, 200),
    status: details.status,
    entrypoint: storableText(withoutSecretValues(details.entrypoint.slice(0, MAX_ENTRYPOINT), secrets), MAX_ENTRYPOINT),
    owner: ownerKey === undefined ? null : shortText(metadata[ownerKey], 254),
    gpus,
    ...readFailure(details.message ?? "", secrets),
    errorType: shortText(details.error_type, 100),
    exitCode: fitsInteger(details.driver_exit_code),
    metadata,
    startedAt: momentOf(details.start_time),
    endedAt: isUnfinished(details.status) ? null : momentOf(details.end_time),
    fingerprint,
  };
};

const shortText = (text: string | null | undefined, max: number): string | null =>
  text === null || text === undefined || text === "" ? null : storableText(text, max);

const fitsInteger = (code: number | null | undefined): number | null =>
  code === null || code === undefined || Math.abs(code) > 2_147_483_647 ? null : code;

/** A secret is recognised by the name of its key as well. */
const cleanMetadata = (metadata: Readonly<Record<string, unknown>>, secrets: readonly string[]) => {
  const clean: Record<string, string> = {};
  for (const [key, value] of Object.entries(metadata).slice(0, MAX_METADATA)) {
    if (typeof value !== "string") continue;
    const name = storableText(key, 100);
    const line = withoutSecretValues(`${name}=${value.slice(0, 1_000)}`, secrets);
    clean[name] = storableText(line.slice(line.indexOf("=", name.length) + 1), 500);
  }
  return clean;
};

/** Ray writes this line into the job's log while the job already writes there, so it can be in the middle of a traceback. */
const ENTRYPOINT_LINE = /^Running entrypoint for job .*\n?/gm;

/** The sentence before the log that Ray appends, and the first traceback in it. */
export const readFailure = (
  message: string,
  secrets: readonly string[],
): { readonly message: string | null; readonly traceback: readonly string[] } => {
  const plain = withoutAnsi(message).replace(ENTRYPOINT_LINE, "");
  const log = plain.search(/,? last available logs|Traceback \(most recent call last\)/);
  const sentence = log === -1 ? plain : plain.slice(0, log);
  const clean = storableText(withoutPaths(withoutSecretValues(sentence.trim(), secrets)), MAX_MESSAGE);
  return { message: clean === "" ? null : clean, traceback: readTraceback(plain, secrets) };
};

const readTraceback = (plain: string, secrets: readonly string[]): readonly string[] => {
  const start = plain.indexOf("Traceback (most recent call last)");
  if (start === -1) return [];
  const lines = plain.slice(start).split("\n");
  // Everything below the heading is indented, up to the line with the exception.
  const exception = lines.findIndex((line, index) => index > 0 && /^\S/.test(line));
  const block = exception === -1 ? lines : lines.slice(0, exception + 1);
  const shown =
    block.length <= FIRST_LINES + LAST_LINES
      ? block
      : [...block.slice(0, FIRST_LINES), "…", ...block.slice(-LAST_LINES)];
  return shown.map((line) =>
    storableText(withoutPaths(withoutSecretValues(line.slice(0, MAX_LINE), secrets)), MAX_LINE),
  );
};

const MAX_PIPELINES = 20;
const MAX_OPERATORS = 60;
const whole = (value: number | null | undefined): number =>
  value === null || value === undefined || !Number.isFinite(value) ? 0 : Math.max(0, Math.round(value));
const secondsToIso = (seconds: number | null | undefined): string | null =>
  momentOf(seconds === null || seconds === undefined ? null : seconds * 1_000)?.toISOString() ?? null;

/** Without Prometheus Ray reports every metric as zero, which must not be shown as a measurement. */
const hasMetrics = (dataset: DatasetAnswer): boolean =>
  [dataset, ...dataset.operators].some(
    (part) => whole(part?.ray_data_output_rows?.max) > 0 || (part?.ray_data_cpu_usage_cores?.max ?? 0) > 0,
  );

const toOperator = (operator: OperatorAnswer, measured: boolean, elapsedS: number): DataOperator => {
  const rows = whole(operator.ray_data_output_rows?.max);
  return {
    operator: storableText(operator.operator, 300),
    name: storableText(operator.name ?? operator.operator, 300),
    state: storableText(operator.state, 40),
    blocks_done: whole(operator.progress),
    blocks_total: whole(operator.total),
    queued_blocks: operator.queued_blocks === null ? null : whole(operator.queued_blocks),
    rows: measured ? rows : null,
    rows_per_s: measured && elapsedS > 0 ? rows / elapsedS : null,
    cpu_cores: measured ? Math.max(0, operator.ray_data_cpu_usage_cores?.value ?? 0) : null,
    gpu_cores: measured ? Math.max(0, operator.ray_data_gpu_usage_cores?.value ?? 0) : null,
  };
};

/** The pipelines of Ray Data as they are kept; `nowMs` ends the time of one that still runs. */
export const toPipelines = (datasets: readonly DatasetAnswer[], nowMs: number): DataPipeline[] =>
  datasets.slice(0, MAX_PIPELINES).map((dataset) => {
    const measured = hasMetrics(dataset);
    const elapsedS = (dataset.end_time ?? nowMs / 1_000) - (dataset.start_time ?? nowMs / 1_000);
    const operators = dataset.operators.filter((operator) => operator !== null).slice(0, MAX_OPERATORS);
    return {
      dataset: storableText(dataset.dataset, 200),
      state: storableText(dataset.state, 40),
      blocks_done: whole(dataset.progress),
      blocks_total: whole(dataset.total),
      started_at: secondsToIso(dataset.start_time),
      ended_at: secondsToIso(dataset.end_time),
      has_metrics: measured,
      operators: operators.map((operator) => toOperator(operator, measured, elapsedS)),
    };
  });
