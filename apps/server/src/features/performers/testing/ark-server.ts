import { type Answer, CLIP, type Dialect, FAILURE, type Job, type Phase, UNKNOWN_STATUS } from "./fake-provider.ts";

const TASKS = "/api/v3/contents/generations/tasks";
const REFUSAL = { code: "InputTextSensitiveContentDetected", message: "the text may contain sensitive information" };

const statusOf = ({ outcome }: Job, phase: Phase): string => {
  if (phase === "running") return outcome === "unknown" ? UNKNOWN_STATUS : "running";
  if (phase === "ended") return outcome === "failure" || outcome === "refusal" ? "failed" : "succeeded";
  return phase;
};

const view = (job: Job, phase: Phase, origin: string) => {
  const errors: Record<string, typeof FAILURE | undefined> = { failure: FAILURE, refusal: REFUSAL };
  const isClip = phase === "ended" && (job.outcome === "success" || job.outcome === "expired");
  return {
    id: job.id,
    model: job.asked.body.model,
    status: statusOf(job, phase),
    seed: job.asked.body.seed,
    error: phase === "ended" ? (errors[job.outcome] ?? null) : null,
    ...(isClip && { content: { video_url: `${origin}/tos/${job.id}.mp4` }, usage: { completion_tokens: 108_900 } }),
  };
};

/** DELETE cancels a queued task; for an ended one it deletes the record. */
const answerDelete = (job: Job, phase: Phase): Answer => {
  if (phase === "running") return { status: 409, json: { error: { code: "InvalidAction.RunningTaskDeletion" } } };
  job.isCancelled = true;
  return {};
};

export const arkDialect: Dialect = {
  adapter: "ark",
  endpointPath: "/api/v3",
  model: "seedance-1-5-pro",
  version: "",
  secret: "ark-key",
  config: () => ({}),
  isSubmit: ({ method, path }) => method === "POST" && path === TASKS,
  answer: (input, fakeProvider) => {
    const stored = fakeProvider.find(/^\/tos\/(.+)\.mp4$/.exec(input.path)?.[1]);
    if (stored) return stored.outcome === "expired" ? { status: 403, json: {} } : { bytes: CLIP };
    if (input.headers.authorization !== "Bearer ark-key") {
      return {
        status: 401,
        json: { error: { code: "AuthenticationError", message: `wrong key ${input.headers.authorization}` } },
      };
    }
    if (arkDialect.isSubmit(input)) return { json: { id: fakeProvider.accept(input).id } };
    if (input.path === TASKS) return { json: { items: [], total: 0 } };
    const job = fakeProvider.find(input.path.slice(TASKS.length + 1));
    if (!job) return undefined;
    if (input.method === "DELETE") return answerDelete(job, fakeProvider.phaseOf(job));
    return { json: view(job, fakeProvider.look(job), fakeProvider.origin) };
  },
};
