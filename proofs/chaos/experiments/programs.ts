// Training programs that log batch after batch, each until it is acknowledged, as the client of a trainer does.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServiceKey, signRequest } from "../../../apps/server/src/features/service-api/index.ts";
import { type Seeded, seeded } from "../../seeded.ts";

export const METRICS = ["loss", "grad_norm", "lr"] as const;
export const BATCH_STEPS = 20;
const SEND_MS = 10_000;
const PAUSE_MS = 40;
const RETRY_MS = 200;
/** Sent twice at once, as a client does that has given up on the first request too early. */
const TWICE_PERCENT = 10;

/** Another one for every point, and not always finite. */
export const pointValue = (program: number, metric: number, step: number): number =>
  step % 97 === 13 ? Number.NaN : program * 1_000_000 + metric * 100_000 + step + 0.5;

export const lineOf = (program: number, batch: number): string => `program ${program} wrote batch ${batch}`;

export interface Program {
  readonly number: number;
  readonly runId: string;
  /** Batches that were acknowledged. */
  batches: number;
  /** Batches that an earlier request had already stored. */
  replays: number;
  /** Requests without an answer, or with one that asks to try again. */
  failures: number;
}

interface Line {
  readonly origin: string;
  readonly key: ServiceKey;
}

/** Undefined when it has to be sent again. Throws for refusals, which nothing here deserves. */
const send = async ({ origin, key }: Line, path: string, body: string): Promise<unknown> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, origin), {
      method: "POST",
      headers: signRequest(key, { method: "POST", path, body }),
      body,
      signal: AbortSignal.timeout(SEND_MS),
    });
    text = await response.text();
  } catch {
    return undefined;
  }
  if (response.status >= 500 || response.status === 429) return undefined;
  if (!response.ok) throw new Error(`${path} was refused with ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
};

const insist = async (line: Line, path: string, body: string, failed: () => void): Promise<unknown> => {
  for (;;) {
    const answer = await send(line, path, body);
    if (answer !== undefined) return answer;
    failed();
    await sleep(RETRY_MS);
  }
};

/** Steps of a batch in any order; batches follow each other. */
const batchOf = ({ number, batches }: Program, random: Seeded) => {
  const steps = Array.from({ length: BATCH_STEPS }, (_, at) => batches * BATCH_STEPS + at);
  if (random.below(3) === 0) steps.reverse();
  return {
    batch_key: randomUUID(),
    metrics: METRICS.map((key, metric) => ({
      key,
      steps,
      values: steps.map((step) => {
        const value = pointValue(number, metric, step);
        return Number.isNaN(value) ? "NaN" : value;
      }),
    })),
    lines: [lineOf(number, batches)],
  };
};

const logOne = async (line: Line, program: Program, random: Seeded): Promise<void> => {
  const path = `/api_v1/service/run/log/${program.runId}`;
  const body = JSON.stringify(batchOf(program, random));
  const early = random.below(100) < TWICE_PERCENT ? send(line, path, body) : undefined;
  const answer = await insist(line, path, body, () => {
    program.failures += 1;
  });
  await early;
  program.batches += 1;
  if ((answer as { is_replay: boolean }).is_replay) program.replays += 1;
};

/** Starts a run and returns it with the work on it, which ends some time after `isStopped`. */
export const startProgram = async (
  line: Line,
  number: number,
  { seed, isStopped }: { readonly seed: number; readonly isStopped: () => boolean },
): Promise<{ readonly program: Program; readonly ended: Promise<void> }> => {
  const random = seeded(seed);
  const run = { request_key: randomUUID(), experiment: "chaos", name: `program ${number}` };
  const made = await insist(line, "/api_v1/service/run/create", JSON.stringify(run), () => undefined);
  const program: Program = { number, runId: (made as { id: string }).id, batches: 0, replays: 0, failures: 0 };
  const work = async (): Promise<void> => {
    while (!isStopped()) {
      await logOne(line, program, random);
      await sleep(random.below(PAUSE_MS));
    }
  };
  return { program, ended: work() };
};
