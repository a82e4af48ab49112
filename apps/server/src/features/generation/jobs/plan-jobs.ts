import { randomInt } from "node:crypto";
import { type InputValues, MAX_SEED, type PerformerInput } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import {
  assetsIn,
  estimateCost,
  type PerformerRecord,
  requestHash,
  resolveInput,
  rolesOf,
} from "../../performers/index.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { shorten } from "./job.rules.ts";

export interface JobInput {
  readonly input: InputValues;
  readonly seeds: readonly number[];
}

export interface PlannedJob {
  readonly values: InputValues;
  readonly seed: number | null;
  readonly requestHash: Buffer;
  readonly title: string;
  readonly estimateMicros: number;
}

const MAX_TITLE = 300;

/** Plans one job per seed and validates everything that can be checked without the provider. */
export const planJobs = async (
  deps: Pick<JobsDeps, "db" | "readableHashes">,
  { actor }: RequestContext,
  performer: PerformerRecord,
  input: JobInput,
): Promise<PlannedJob[]> => {
  const { inputSchema, pricing, adapter, endpoint, model, version } = performer;
  const { values, seeds } = splitSeed(inputSchema, requireValues(inputSchema, input.input), input.seeds);
  const assets = assetsIn(inputSchema, values);
  const hashes = assets.size === 0 ? new Map() : await deps.readableHashes(deps.db, actor, [...assets.values()]);
  for (const [key, id] of assets) {
    if (!hashes.has(id))
      throw new InvalidRequest("body", [{ path: ["input", key], message: "there is no such asset" }]);
  }
  const inputHashes = Object.fromEntries([...assets].map(([key, id]) => [key, hashes.get(id) ?? id]));
  const title = titleOf(inputSchema, values);
  const estimateMicros = estimateCost(pricing, inputSchema, values) ?? 0;
  return seeds.map((seed) => {
    const request = { adapter, endpoint, model, version, params: values, seed: seed ?? undefined, inputHashes };
    return { values, seed, requestHash: requestHash(request), title, estimateMicros };
  });
};

export const requireValues = (inputSchema: readonly PerformerInput[], input: InputValues): InputValues => {
  const { values, faults } = resolveInput(inputSchema, input);
  if (faults.length === 0) return values;
  throw new InvalidRequest(
    "body",
    faults.map(({ path, message }) => ({ path: ["input", ...path], message })),
  );
};

/** The seed belongs to the job and not to its inputs, so that a series of seeds shares one input. */
const splitSeed = (
  inputSchema: readonly PerformerInput[],
  all: InputValues,
  asked: readonly number[],
): { values: InputValues; seeds: (number | null)[] } => {
  const field = inputSchema.find(({ role }) => role === "seed");
  if (!field) {
    if (asked.length > 0) throw new DomainError("conflict", "this performer does not support seeds");
    return { values: all, seeds: [null] };
  }
  const { [field.key]: entered, ...values } = all;
  const own = Number(entered ?? Number.NaN);
  const seeds = asked.length > 0 ? [...asked] : [Number.isSafeInteger(own) ? own : newSeed(field.spec)];
  return { values, seeds };
};

const newSeed = (spec: PerformerInput["spec"]): number => {
  const high = spec.type === "number" ? Math.min(MAX_SEED, Math.floor(spec.max ?? MAX_SEED)) : MAX_SEED;
  const low = spec.type === "number" ? Math.max(0, Math.ceil(spec.min ?? 0)) : 0;
  return high > low ? randomInt(low, high + 1) : low;
};

const titleOf = (inputSchema: readonly PerformerInput[], values: InputValues): string => {
  const prompt = values[rolesOf(inputSchema).get("prompt") ?? ""];
  return typeof prompt === "string" ? shorten(prompt.trim(), MAX_TITLE) : "";
};
