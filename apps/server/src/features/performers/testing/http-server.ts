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

const statusOf = ({ outcome }: Job, phase: Phase): string => {
  if (phase === "running") return outcome === "unknown" ? UNKNOWN_STATUS : "BUSY";
  if (phase === "ended") return outcome === "failure" || outcome === "refusal" ? "BROKEN" : "READY";
  return phase === "queued" ? "WAITING" : "STOPPED";
};

const view = (job: Job, phase: Phase, origin: string) => ({
  job: { ref: job.id, state: statusOf(job, phase), percent: 40 },
  ...(phase === "ended" && { result: { files: [`${origin}/files/${job.id}`], seed: 7 } }),
  ...(phase === "ended" && job.outcome === "failure" && { problem: FAILURE }),
  ...(phase === "ended" && job.outcome === "refusal" && { problem: REFUSAL.message }),
});

const answerOne = (input: ProviderRequest, fakeProvider: FakeProvider, job: Job): Answer => {
  if (!input.path.endsWith("/stop")) return { json: view(job, fakeProvider.look(job), fakeProvider.origin) };
  if (fakeProvider.phaseOf(job) === "ended") return { status: 409 };
  job.isCancelled = true;
  return { status: 202 };
};

/** A custom server with its own JSON shapes. */
export const httpDialect: Dialect = {
  adapter: "http",
  endpointPath: "/api",
  model: "house-model",
  version: "",
  secret: "house-key",
  config: () => ({
    submit_path: "/jobs",
    poll_path: "/jobs/{id}",
    cancel_path: "/jobs/{id}/stop",
    test_path: "/ping",
    auth_header: "X-Api-Key",
    auth_prefix: "",
    input_at: "/params",
    model_at: "/engine",
    id_at: "/job/ref",
    status_at: "/job/state",
    progress_at: "/job/percent",
    output_at: "/result/files",
    seed_at: "/result/seed",
    error_at: "/problem",
    queued: ["WAITING"],
    running: ["BUSY"],
    succeeded: ["READY"],
    failed: ["BROKEN"],
    cancelled: ["STOPPED"],
  }),
  isSubmit: ({ method, path }) => method === "POST" && path === "/api/jobs",
  answer: (input, fakeProvider) => {
    if (input.headers["x-api-key"] !== "house-key")
      return { status: 403, json: { error: `no such key: ${input.headers["x-api-key"]}` } };
    if (input.path === "/api/ping") return {};
    if (httpDialect.isSubmit(input)) {
      const job = fakeProvider.accept(input, { key: input.headers["idempotency-key"] as string | undefined });
      return { json: view(job, "queued", fakeProvider.origin) };
    }
    const stored = fakeProvider.find(/^\/files\/(.+)$/.exec(input.path)?.[1]);
    if (stored) return stored.outcome === "expired" ? undefined : { bytes: CLIP };
    const job = fakeProvider.find(/^\/api\/jobs\/([^/]+)/.exec(input.path)?.[1]);
    return job && answerOne(input, fakeProvider, job);
  },
};
