import { createReadStream } from "node:fs";
import { METRICS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { isRefusal, type Refusal, receiveFile, type Scratch, withScratch } from "../../assets/index.ts";
import { assetsIn, rolesOf } from "../../performers/index.ts";
import { type ClipFacts, findClipFacts, findReadyFile, type Settlement, settleClip } from "../clip.store.ts";
import { insertMetrics, knownName, listKnownMetrics, type NewMetric } from "../measuring/clip-metric.store.ts";
import { type ClipFile, type MediaFile, measureClip, type Wanted } from "../measuring/measure-clip.ts";
import type { PrepareDeps } from "./prepare-deps.ts";
import { stripClip } from "./strip-clip.ts";

interface Prepared {
  readonly settlement: Settlement;
  readonly metrics: readonly NewMetric[];
}

/** Attempts for a file that times out on a busy machine before the timeout counts as the file's fault. */
const TRIES_OF_SLOW_FILES = 3;
/** Maximum size of an image or a clip to compare with. */
const MAX_BESIDE_BYTES = 512 * 1024 ** 2;
const ALONE = Buffer.alloc(0);

/** Idempotent: reads from storage, writes to one key and commits in one transaction. */
export const prepareClip = async (deps: PrepareDeps, clipId: bigint, signal: AbortSignal): Promise<void> => {
  const facts = await findClipFacts(deps.db, clipId);
  if (!facts) return;
  const found = await lookAt(deps, facts, signal);
  if (isRefusal(found) && found.isPerhapsOurs && facts.tries < TRIES_OF_SLOW_FILES)
    throw new DomainError("unavailable", `${found.verdict}; it is tried again`);
  const { settlement, metrics }: Prepared = isRefusal(found)
    ? { settlement: { status: "failed", error: found.verdict }, metrics: [] }
    : found;
  await deps.db.transaction().execute(async (tx) => {
    if (metrics.length > 0) await insertMetrics(tx, metrics, deps.clock());
    await settleClip(tx, clipId, settlement);
  });
};

const lookAt = async (deps: PrepareDeps, facts: ClipFacts, signal: AbortSignal): Promise<Prepared | Refusal> => {
  const { file } = facts;
  if (!file || !(await deps.storage.headObject(file.objectKey))) return { verdict: "its bytes are not in storage" };
  const { probe } = file;
  if (!probe) return { verdict: "it was never checked" };
  // Check the sandbox before downloading for nothing.
  await deps.jail.check();
  return withScratch(deps.scratchRoot, 2 * file.sizeBytes, async (scratch) => {
    const { inputPath } = scratch;
    const stream = await deps.storage.getObject(file.objectKey, { signal });
    const received = await receiveFile(stream, { path: inputPath, maxBytes: file.sizeBytes, signal });
    if (!received.sha256.equals(facts.sha256)) return { verdict: "its bytes are not those that were generated" };
    if (received.type?.kind !== "video") return { verdict: "the file is not a video" };
    return prepareIn(deps, { facts, clip: { inputPath, type: received.type, probe }, scratch, signal });
  });
};

interface InHand {
  readonly facts: ClipFacts;
  readonly clip: ClipFile;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

const prepareIn = async (deps: PrepareDeps, inHand: InHand): Promise<Prepared | Refusal> => {
  const { facts, clip, scratch, signal } = inHand;
  const sizeBytes = facts.file?.sizeBytes ?? 0;
  const stripped = await stripClip(deps.jail, clip, { scratch, sizeBytes, signal });
  if (isRefusal(stripped)) return stripped;
  const metrics = (await isMeasured(deps, facts)) ? [] : await measure(deps, inHand);
  if (isRefusal(metrics)) return metrics;
  const { contentType } = stripped;
  await deps.storage.putStream(facts.judgedKey, createReadStream(stripped.path), { contentType });
  const { fps, duration } = clip.probe;
  return { settlement: { status: "ready", bytes: stripped.sizeBytes, fps, durationS: duration }, metrics };
};

/** The key of a metric: the bytes only, or the request too. */
const aboutOf = ({ request }: ClipFacts, needs: (typeof METRICS)[number]["needs"]): Buffer =>
  needs === "nothing" ? ALONE : (request?.hash ?? ALONE);

const isMeasured = async ({ db }: PrepareDeps, facts: ClipFacts): Promise<boolean> => {
  const known = await listKnownMetrics(db, facts.sha256, [ALONE, aboutOf(facts, "request")]);
  return METRICS.every(({ key, version, needs }) => known.has(knownName(key, version, aboutOf(facts, needs))));
};

const measure = async (deps: PrepareDeps, inHand: InHand): Promise<NewMetric[] | Refusal> => {
  const { facts, clip, scratch, signal } = inHand;
  const measured = await measureClip(deps, clip, await fetchBeside(deps, inHand), { scratch, signal });
  if (isRefusal(measured)) return measured;
  const needsOf = new Map<string, (typeof METRICS)[number]["needs"]>(METRICS.map(({ key, needs }) => [key, needs]));
  return measured.map(({ key, version, value, detail }) => ({
    sha256: facts.sha256,
    key,
    version,
    value,
    detail,
    about: aboutOf(facts, needsOf.get(key) ?? "nothing"),
  }));
};

/** Downloads the first-frame image and the source clip, where the request named them. */
const fetchBeside = async (deps: PrepareDeps, { facts, scratch, signal }: InHand): Promise<Wanted> => {
  const { request } = facts;
  if (!request) return {};
  const roles = rolesOf(request.inputSchema);
  const assets = assetsIn(request.inputSchema, request.values);
  const fetchAsset = async (role: "image" | "video"): Promise<MediaFile | undefined> => {
    const assetId = assets.get(roles.get(role) ?? "");
    const file = assetId === undefined ? undefined : await findReadyFile(deps.db, assetId);
    if (!file || file.sizeBytes > MAX_BESIDE_BYTES) return undefined;
    const inputPath = scratch.addInput(role);
    const stream = await deps.storage.getObject(file.objectKey, { signal });
    const { type } = await receiveFile(stream, { path: inputPath, maxBytes: file.sizeBytes, signal });
    return type && { inputPath, type };
  };
  return { request, firstPicture: await fetchAsset("image"), reference: await fetchAsset("video") };
};
