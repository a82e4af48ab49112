import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  type Answer,
  type Ask,
  CLIP,
  type Desk,
  type Dialect,
  type Job,
  REFUSAL,
  UNKNOWN_STATUS,
} from "./provider-desk.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const REQUEST = /^\/fal-ai\/model\/requests\/([^/]+)(\/status|\/cancel)?$/;

const statusAnswer = (job: Job, desk: Desk): Answer => {
  const phase = desk.look(job);
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

const cancelAnswer = (job: Job, desk: Desk): Answer => {
  if (desk.phaseOf(job) === "ended") return { status: 400, json: { status: "ALREADY_COMPLETED" } };
  job.isCancelled = true;
  return { status: 202, json: { status: "CANCELLATION_REQUESTED" } };
};

const answerOpen = ({ path }: Ask, desk: Desk): Answer | undefined => {
  if (path === "/.well-known/jwks.json")
    return { json: { keys: [{ kid: "k", ...publicKey.export({ format: "jwk" }) }] } };
  const job = desk.find(/^\/files\/(.+)\.mp4$/.exec(path)?.[1]);
  return job && job.outcome !== "expired" ? { bytes: CLIP } : undefined;
};

/** fal's queue: a result behind its status, keys for webhooks at an address of its own. */
export const falDialect: Dialect = {
  adapter: "fal",
  endpointPath: "",
  model: "fal-ai/model/text-to-video",
  version: "",
  secret: "fal-key",
  config: (origin) => ({ jwks_url: `${origin}/.well-known/jwks.json` }),
  isSubmit: ({ method, path }) => method === "POST" && path === "/fal-ai/model/text-to-video",
  answer: (input, desk) => {
    const open = answerOpen(input, desk);
    if (open || input.path.startsWith("/files/")) return open;
    if (input.headers.authorization !== "Key fal-key")
      return { status: 401, json: { detail: `no such key: ${input.headers.authorization}` } };
    if (falDialect.isSubmit(input))
      return { json: { request_id: desk.accept(input).id, status: "IN_QUEUE", queue_position: 2 } };
    const [, id, act] = REQUEST.exec(input.path) ?? [];
    const job = desk.find(id);
    if (!job) return undefined;
    if (act === "/status") return statusAnswer(job, desk);
    return act === "/cancel" && input.method === "PUT" ? cancelAnswer(job, desk) : resultAnswer(job, desk.origin);
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
