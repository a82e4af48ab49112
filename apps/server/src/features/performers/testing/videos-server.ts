import { randomBytes, randomUUID } from "node:crypto";
import { signingKey, signWebhook } from "../adapters/standard-webhook.ts";
import {
  type Answer,
  CLIP,
  type Dialect,
  FAILURE,
  type FakeProvider,
  type Job,
  type Phase,
  type ProviderRequest,
  REFUSAL,
  UNKNOWN_STATUS,
} from "./fake-provider.ts";

const TOKEN = "sk-videos";
const SIGNING = `whsec_${randomBytes(24).toString("base64")}`;

const statusOf = ({ outcome }: Job, phase: Phase): string => {
  if (phase === "running" && outcome === "unknown") return UNKNOWN_STATUS;
  if (phase === "queued") return "queued";
  if (phase === "running") return "in_progress";
  if (phase === "cancelled") return "deleted";
  return outcome === "failure" || outcome === "refusal" ? "failed" : "completed";
};

const view = (job: Job, phase: Phase) => ({
  id: job.id,
  object: "video",
  status: statusOf(job, phase),
  progress: phase === "ended" ? 100 : 40,
  seed: job.asked.body.seed,
  inference_time_s: 1.5,
  ...(phase === "ended" && job.outcome === "failure" && { error: FAILURE }),
  ...(phase === "ended" && job.outcome === "refusal" && { error: REFUSAL }),
});

const answerOne = ({ method, path }: ProviderRequest, fakeProvider: FakeProvider, job: Job): Answer | undefined => {
  if (path.endsWith("/content")) return job.outcome === "expired" ? undefined : { bytes: CLIP };
  if (method === "GET") return { json: view(job, fakeProvider.look(job)) };
  if (method !== "DELETE") return undefined;
  if (fakeProvider.phaseOf(job) === "ended")
    return { status: 409, json: { error: { code: "already_ended", message: "too late" } } };
  job.isCancelled = true;
  return { json: { id: job.id, object: "video.deleted", deleted: true } };
};

/** The /v1/videos API, with the idempotency keys and signed webhooks of our reference performer. */
export const videosDialect: Dialect = {
  adapter: "videos",
  endpointPath: "/v1",
  model: "wan",
  version: "",
  secret: `${TOKEN} ${SIGNING}`,
  config: () => ({ webhook: "standard" }),
  isSubmit: ({ method, path }) => method === "POST" && path === "/v1/videos",
  answer: (input, fakeProvider) => {
    if (input.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, json: { error: { message: `who is ${input.headers.authorization}?` } } };
    if (input.path === "/v1/models") return { json: { data: [{ id: "wan" }] } };
    if (videosDialect.isSubmit(input)) {
      const job = fakeProvider.accept(input, { key: input.headers["idempotency-key"] as string | undefined });
      return { json: view(job, "queued") };
    }
    const job = fakeProvider.find(/^\/v1\/videos\/([^/]+)/.exec(input.path)?.[1]);
    return job && answerOne(input, fakeProvider, job);
  },
  sign: (externalId, at) => {
    const body = Buffer.from(JSON.stringify({ type: "video.completed", data: { id: externalId } }));
    const id = `msg_${randomUUID()}`;
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = `v1,${signWebhook(signingKey(SIGNING), id, timestamp, body)}`;
    return { headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }, body };
  },
};
