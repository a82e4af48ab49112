import type { OperationLogEntry } from "@dailies/contract";

const hashOf = (seq: number): string => seq.toString(16).padStart(4, "0").repeat(16);

type Overrides = Partial<Omit<OperationLogEntry, "meta">> & { meta?: Record<string, unknown> };

/** An entry as in the list; its number determines its hashes. */
export const anEntry = (seq: number, { meta, ...overrides }: Overrides = {}): OperationLogEntry => ({
  seq,
  user_name: "ada",
  create_time: "2026-11-15 09:30:00",
  op_type: "Grant_credits",
  meta: {
    target: "mei@customer.example",
    before: null,
    after: null,
    reason: "a job that failed",
    request_id: `req-${seq}`,
    ...meta,
  },
  result: "ok",
  source: "server",
  prev_hash: hashOf(seq - 1),
  hash: hashOf(seq),
  ...overrides,
});

export const aHead = (seq: number) => ({ seq, hash: hashOf(seq), at: "2026-11-15T09:30:00Z" });
