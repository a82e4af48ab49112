import type { PerformerItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aTask } from "./testing/a-task.ts";

const made = aTask(1, { name: "Sample benchmark" });
const aPerformer: PerformerItem = {
  id: "0198c0de-0000-7000-a000-000000000001",
  name: "Reference performer",
  kind: "model",
  adapter: "videos",
  endpoint: "",
  model: "reference-1",
  version: "1",
  adapter_config: {},
  input_schema: [],
  capabilities: ["t2v"],
  limits: { concurrency: 4, rpm: null, timeout_s: 60 },
  pricing: null,
  is_enabled: true,
  shared_with_internal: true,
  is_secret_set: false,
  health: { last_ok: null, last_error: null, p50_s: null, error_rate_24h: null, calls_24h: 0, in_flight: 0 },
  revision: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  created_by: "ada",
};
const source = aTask(7, { name: "Night scenes" });

const open = (answers: Parameters<typeof fakeApi>[0] = {}, permissions: string[] = ["USE_VERSION_1_0"]) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions }) }),
    "tasks.listTasks": ({ url }) => ({
      reply: url.searchParams.get("kind") === "Benchmark" ? { items: [source], total: 1 } : { items: [], total: 0 },
    }),
    "tasks.createTask": () => ({ reply: made }),
    "tasks.getTask": () => ({ refuse: 404, code: "not_found", detail: "not in this test" }),
    "benchmarks.getBenchmark": () => ({ refuse: 404, code: "not_found", detail: "not in this test" }),
    "evaluations.getEvaluation": () => ({ refuse: 404, code: "not_found", detail: "not in this test" }),
    "performers.listPerformers": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });
  return { sent, ...renderConsole("/task-manage") };
};

const createdBy = (sent: SentCall[]): unknown[] =>
  sent.filter(({ name }) => name === "tasks.createTask").map(({ body }) => body);

it("the task form begins with the sample and goes to the grid", async () => {
  const { user, sent, router } = open({
    "performers.listPerformers": () => ({ reply: { items: [aPerformer], total: 1 } }),
  });
  const sample = await screen.findByRole<HTMLButtonElement>("button", { name: "Create from sample" });
  await waitFor(() => expect(sent.some(({ name }) => name === "performers.listPerformers")).toBe(true));
  await user.click(sample);
  await user.click(await screen.findByRole("button", { name: "Create benchmark" }));
  await waitFor(() => expect(router.state.location.search).toBe(`?task=${made.id}`));
  expect(createdBy(sent)).toEqual([
    {
      kind: "Benchmark",
      name: "Sample benchmark",
      description: "",
      tags: [],
      is_sample: true,
      request_key: expect.any(String),
    },
  ]);
});

it("the task form offers the way to a performer, and no sample, while there is none", async () => {
  open({}, ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"]);
  const register = await screen.findByRole("link", { name: "Register performer" });
  expect(register.getAttribute("href")).toContain("/performer-playground");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create from sample" }).disabled).toBe(true);
});

it("the task form says whom to ask when one may not register performers", async () => {
  open();
  expect(await screen.findByText(/PERFORMER_PLAYGROUND can register one/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Register performer" })).toBeNull();
});

it("the task form asks for the name, and sends the same key again after a failure", async () => {
  let isDown = true;
  const { user, sent } = open({ "tasks.createTask": () => (isDown ? "network failure" : { reply: made }) });
  await screen.findByRole("heading", { name: "No tasks yet" });
  await user.keyboard("n");
  await user.click(await screen.findByRole("button", { name: /^Benchmark/ }));
  await user.click(await screen.findByRole("button", { name: "Create benchmark" }));
  expect(await screen.findByText("please enter a name")).toBeDefined();
  await user.type(screen.getByLabelText("Name"), "Rain");
  await user.click(screen.getByRole("button", { name: "Create benchmark" }));
  await waitFor(() => expect(createdBy(sent)).toHaveLength(1));
  isDown = false;
  await user.click(await screen.findByRole("button", { name: "Create benchmark" }));
  await waitFor(() => expect(createdBy(sent)).toHaveLength(2));
  const [first, second] = createdBy(sent);
  expect(second).toEqual(first);
});

it("the task form writes down a data-processing task and says that nothing runs yet", async () => {
  const { user, sent } = open({
    "tasks.createTask": () => ({ reply: aTask(2, { kind: "DataProcessing", name: "Captions" }) }),
  });
  await user.click(await screen.findByRole("button", { name: "Create task" }));
  await user.click(await screen.findByRole("button", { name: /^Data processing/ }));
  expect(screen.getByText(/does not start/)).toBeDefined();
  await user.type(screen.getByLabelText("Name"), "Captions");
  await user.type(screen.getByLabelText("Source"), "Ferry");
  await user.type(screen.getByLabelText("Output dataset"), "ferry-captions");
  await user.click(screen.getByRole("button", { name: "Create processing task" }));
  await waitFor(() =>
    expect(createdBy(sent)).toMatchObject([{ kind: "DataProcessing", source: "Ferry", output: "ferry-captions" }]),
  );
});

it("the task form makes an evaluation of chosen benchmarks and goes on to how it is judged", async () => {
  const { user, sent, router } = open({
    "tasks.createTask": () => ({ reply: aTask(3, { kind: "Evaluation", name: "All" }) }),
  });
  await user.click(await screen.findByRole("button", { name: "Create task" }));
  await user.click(await screen.findByRole("button", { name: /^Evaluation/ }));
  const dialog = screen.getByRole("dialog");
  await user.type(within(dialog).getByLabelText("Name"), "All");
  await user.click(within(dialog).getByRole("button", { name: "Create evaluation" }));
  expect(await within(dialog).findByText("please choose at least one benchmark")).toBeDefined();
  await user.click(within(dialog).getByLabelText("Benchmarks"));
  await user.click(await screen.findByTitle("Night scenes"));
  await user.click(within(dialog).getByRole("button", { name: "Create evaluation" }));
  await waitFor(() =>
    expect(createdBy(sent)).toMatchObject([{ kind: "Evaluation", sources: [{ task_id: source.id, column_ids: [] }] }]),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe("/task-benchmark"));
});
