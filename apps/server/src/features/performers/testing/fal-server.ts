import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  type Answer,
  CLIP,
  type Dialect,
  type FakeProvider,
  type Job,
  type ProviderRequest,
  REFUSAL,
  UNKNOWN_STATUS,
} from "./fake-provider.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const REQUEST = /^\/fal-ai\/model\/requests\/([^/]+)(\/status|\/cancel)?$/;

const statusAnswer = (job: Job, fakeProvider: FakeProvider): Answer => {
  const phase = fakeProvider.look(job);
  if (phase === "queued") return { json: { status: "IN_QUEUE", queue_position: 2 } };
  if (phase === "running") return { json: { status: job.outcome === "unknown" ? UNKNOWN_STATUS : "IN_PROGRESS" } };
  return { json: { status: "COMPLETED" } };
};

const resultAnswer = (job: Job, origin: string): Answer => {
  if (job.outcome === "failure") return { status: 500, json: { detail: "CUDA out of memory" } };
  if (job.outcome === "refusal") {
    return { status: 422, json: { detail: [{ type: REFUSAL.code, msg: REFUSAL.message, loc: ["body", "prompt"] }] } };
  }
  return {
    json: { video: { url: `${origin}/files/${job.id}.mp4` }, seed: job.asked.body.seed, timings: { inference: 1.5 } },
  };
};

const cancelAnswer = (job: Job, fakeProvider: FakeProvider): Answer => {
  if (fakeProvider.phaseOf(job) === "ended") return { status: 400, json: { status: "ALREADY_COMPLETED" } };
  job.isCancelled = true;
  return { status: 202, json: { status: "CANCELLATION_REQUESTED" } };
};

const answerOpen = ({ path }: ProviderRequest, fakeProvider: FakeProvider): Answer | undefined => {
  if (path === "/.well-known/jwks.json")
    return { json: { keys: [{ kid: "k", ...publicKey.export({ format: "jwk" }) }] } };
  const job = fakeProvider.find(/^\/files\/(.+)\.mp4$/.exec(path)?.[1]);
  return job && job.outcome !== "expired" ? { bytes: CLIP } : undefined;
};

/** fal's queue: the result is separate from the status, and webhook keys have their own URL. */
export const falDialect: Dialect = {
  adapter: "fal",
  endpointPath: "",
  model: "fal-ai/model/text-to-video",
  version: "",
  secret: "fal-key",
  config: (origin) => ({ jwks_url: `${origin}/.well-known/jwks.json` }),
  isSubmit: ({ method, path }) => method === "POST" && path === "/fal-ai/model/text-to-video",
  answer: (input, fakeProvider) => {
    const open = answerOpen(input, fakeProvider);
    if (open || input.path.startsWith("/files/")) return open;
    if (input.headers.authorization !== "Key fal-key")
      return { status: 401, json: { detail: `no such key: ${input.headers.authorization}` } };
    if (falDialect.isSubmit(input))
      return { json: { request_id: fakeProvider.accept(input).id, status: "IN_QUEUE", queue_position: 2 } };
    const [, id, act] = REQUEST.exec(input.path) ?? [];
    const job = fakeProvider.find(id);
    if (!job) return undefined;
    if (act === "/status") return statusAnswer(job, fakeProvider);
    return act === "/cancel" && input.method === "PUT"
      ? cancelAnswer(job, fakeProvider)
      : resultAnswer(job, fakeProvider.origin);
  },
  sign: (externalId, at) => {
    const body = Buffer.from(JSON.stringify({ request_id: externalId, status: "OK", payload: {} }));
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const message = [externalId, "user-1", timestamp, createHash("sha256").update(body).digest("hex")].join("\n");
    return {
      body,
      headers: {
        "x-fal-webhook-request-id": externalId,
        "x-fal-webhook-user-id": "user-1",
        "x-fal-webhook-timestamp": timestamp,
        "x-fal-webhook-signature": sign(null, Buffer.from(message), privateKey).toString("hex"),
      },
    };
  },
};
