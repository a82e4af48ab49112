import {
  type Answer,
  CLIP,
  type Dialect,
  type FakeProvider,
  type Job,
  type ProviderRequest,
  UNKNOWN_STATUS,
} from "./fake-provider.ts";

const OUTPUTS = {
  "9": { images: [{ filename: "clip_00001.mp4", subfolder: "video", type: "output" }], animated: [true] },
};
const CRASH = [
  "execution_error",
  { exception_type: "torch.OutOfMemoryError", exception_message: "CUDA out of memory" },
];

/** Ended jobs are in the history; one with an unknown outcome is there early, with an unknown status. */
const historyOf = (job: Job, fakeProvider: FakeProvider): object => {
  const phase = fakeProvider.look(job);
  if (phase === "cancelled")
    return { [job.id]: { status: { status_str: "error", messages: [["execution_interrupted", {}]] } } };
  if (phase === "running" && job.outcome === "unknown") return { [job.id]: { status: { status_str: UNKNOWN_STATUS } } };
  if (phase !== "ended") return {};
  if (job.outcome === "failure")
    return { [job.id]: { status: { status_str: "error", messages: [CRASH] }, outputs: {} } };
  // The output record was emptied between the end and our request.
  const outputs = job.outcome === "expired" ? {} : OUTPUTS;
  return { [job.id]: { status: { status_str: "success", completed: true, messages: [] }, outputs } };
};

const queueOf = (fakeProvider: FakeProvider, jobs: readonly Job[]): object => {
  const listed = (phase: string) =>
    jobs.filter((job) => fakeProvider.phaseOf(job) === phase).map((job, n) => [n, job.id, {}, {}, []]);
  return { queue_running: listed("running"), queue_pending: listed("queued") };
};

const findNamed = (fakeProvider: FakeProvider, ids: unknown): readonly Job[] =>
  (Array.isArray(ids) ? ids : [ids]).flatMap((id) => fakeProvider.find(String(id)) ?? []);

const jobs = new Set<Job>();

const submit = (input: ProviderRequest, fakeProvider: FakeProvider): Answer => {
  const graph = input.body.prompt as Record<string, unknown>;
  if (!graph["6"])
    return { status: 400, json: { error: { type: "prompt_no_outputs", message: "no outputs" }, node_errors: {} } };
  const job = fakeProvider.accept(input, { id: String(input.body.prompt_id) });
  jobs.add(job);
  return { json: { prompt_id: job.id, number: jobs.size, node_errors: {} } };
};

const cancel = (input: ProviderRequest, fakeProvider: FakeProvider): Answer => {
  for (const job of findNamed(fakeProvider, input.path === "/queue" ? input.body.delete : input.body.prompt_id))
    job.isCancelled = true;
  return {};
};

/** A ComfyUI server: no authentication, a queue, a history, client-chosen ids. */
export const comfyuiDialect: Dialect = {
  adapter: "comfyui",
  endpointPath: "",
  model: "",
  version: "",
  secret: "proxy-token",
  config: () => ({
    workflow: {
      "6": { class_type: "CLIPTextEncode", inputs: { text: "" } },
      "3": { class_type: "KSampler", inputs: { seed: 0 } },
    },
    inputs: { prompt: "/6/inputs/text", seed: "/3/inputs/seed", image: "/10/inputs/url" },
  }),
  isSubmit: ({ method, path }) => method === "POST" && path === "/prompt",
  answer: (input, fakeProvider) => {
    if (input.path === "/system_stats") return { json: { system: { comfyui_version: "0.3.75" } } };
    if (input.path === "/view") return input.query.get("filename") === "clip_00001.mp4" ? { bytes: CLIP } : undefined;
    if (comfyuiDialect.isSubmit(input)) return submit(input, fakeProvider);
    if (input.method === "POST") return cancel(input, fakeProvider);
    if (input.path === "/queue") return { json: queueOf(fakeProvider, [...jobs]) };
    const job = fakeProvider.find(/^\/history\/(.+)$/.exec(input.path)?.[1]);
    return { json: job ? historyOf(job, fakeProvider) : {} };
  },
};
