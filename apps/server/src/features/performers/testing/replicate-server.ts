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

const SIGNING = `whsec_${randomBytes(24).toString("base64")}`;

const statusOf = ({ outcome }: Job, phase: Phase): string => {
  if (phase === "running") return outcome === "unknown" ? UNKNOWN_STATUS : "processing";
  if (phase === "queued") return "starting";
  if (phase === "cancelled") return "canceled";
  return outcome === "failure" || outcome === "refusal" ? "failed" : "succeeded";
};

const view = (job: Job, phase: Phase, origin: string) => {
  const isDone = phase === "ended";
  const input = job.asked.body.input as { seed?: number } | undefined;
  const errors = { failure: FAILURE.message, refusal: REFUSAL.message } as Record<string, string>;
  return {
    id: job.id,
    status: statusOf(job, phase),
    input,
    metrics: { predict_time: 1.5 },
    error: isDone ? (errors[job.outcome] ?? null) : null,
    output: isDone && job.outcome === "success" ? [`${origin}/files/${job.id}.mp4`] : null,
    logs: `Using seed: ${input?.seed}\n 10%|█ | 1/10`,
  };
};

const answerOne = (input: ProviderRequest, fakeProvider: FakeProvider, job: Job): Answer => {
  if (!input.path.endsWith("/cancel")) return { json: view(job, fakeProvider.look(job), fakeProvider.origin) };
  if (fakeProvider.phaseOf(job) !== "ended") job.isCancelled = true;
  return { json: view(job, fakeProvider.phaseOf(job), fakeProvider.origin) };
};

/** Replicate's predictions: outputs disappear from the record, and the webhook secret is fetched by API. */
export const replicateDialect: Dialect = {
  adapter: "replicate",
  endpointPath: "/v1",
  model: "owner/model",
  version: "5c7d5dc6dd8bf75c",
  secret: "r8_token",
  config: () => ({}),
  isSubmit: ({ method, path }) => method === "POST" && path === "/v1/predictions",
  answer: (input, fakeProvider) => {
    if (input.path.startsWith("/files/")) return { bytes: CLIP };
    if (input.headers.authorization !== "Bearer r8_token")
      return { status: 401, json: { detail: `Unauthenticated: ${input.headers.authorization}` } };
    if (input.path === "/v1/account") return { json: { type: "user", username: "dailies" } };
    if (input.path === "/v1/webhooks/default/secret") return { json: { key: SIGNING } };
    if (replicateDialect.isSubmit(input))
      return { status: 201, json: view(fakeProvider.accept(input), "queued", fakeProvider.origin) };
    const job = fakeProvider.find(/^\/v1\/predictions\/([^/]+)/.exec(input.path)?.[1]);
    return job && answerOne(input, fakeProvider, job);
  },
  sign: (externalId, at) => {
    const body = Buffer.from(JSON.stringify({ id: externalId, status: "succeeded" }));
    const id = `msg_${randomUUID()}`;
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = `v1,AAAA v1,${signWebhook(signingKey(SIGNING), id, timestamp, body)}`;
    return { headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }, body };
  },
};
