import { DomainError } from "../../errors.ts";

const MAX_CLAIM_BYTES = 8_192;
const MAX_DEPTH = 32;

/** Display format: YYYY-MM-DD HH:mm:ss in UTC. */
export const toCreateTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** The filter has two parameter names; different values are a client error. */
export const chooseOpType = (opType: string | undefined, optType: string | undefined): string | undefined => {
  if (opType !== undefined && optType !== undefined && opType !== optType)
    throw new DomainError("invalid", "op_type and opt_type are the same filter: give one, or the same in both");
  return opType ?? optType;
};

/** Text that PostgreSQL can store in JSON, with bounded nesting. */
const isKeepable = (value: unknown, depth = 0): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => isKeepable(key) && isKeepable(inner, depth + 1));
};

/** Client reports are stored verbatim, within limits. */
export const requireKeepable = (claim: object): void => {
  if (!isKeepable(claim))
    throw new DomainError("invalid", `meta has a character that cannot be kept, or is nested deeper than ${MAX_DEPTH}`);
  if (Buffer.byteLength(JSON.stringify(claim)) > MAX_CLAIM_BYTES)
    throw new DomainError("invalid", `meta takes at most ${MAX_CLAIM_BYTES} bytes`);
};

interface Described {
  readonly subjects: readonly string[];
  readonly meta: unknown;
  readonly reason: string;
  readonly request_id: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Normalises entries to one shape: keeps what an entry has and fills in the rest. */
export const describeMeta = ({ subjects, meta, reason, request_id }: Described) => {
  const own = isObject(meta) ? meta : {};
  const said = typeof own.reason === "string" ? own.reason : "";
  return {
    ...own,
    target: typeof own.target === "string" ? own.target : (subjects[0] ?? ""),
    before: own.before ?? null,
    after: own.after ?? null,
    reason: reason === "" ? said : reason,
    request_id,
  };
};

interface Entry {
  readonly subjects: readonly string[];
  readonly meta: unknown;
  readonly reason: string;
}

/** An entry about a task that the reader judges stays with its time, actor and hash; what it says is withheld. */
export const withholdBlinded = <E extends Entry>(entry: E, tasks: ReadonlySet<string> | undefined): E => {
  const isHidden = entry.subjects.some((subject) => tasks?.has(subject.replace(/^task:/, "")));
  return isHidden ? { ...entry, meta: { is_withheld: true }, reason: "" } : entry;
};
