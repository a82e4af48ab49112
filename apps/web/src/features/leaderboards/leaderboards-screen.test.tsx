import type { TaskItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aBoard, anAxis, idOf } from "./testing/a-board.ts";

type Answers = Parameters<typeof fakeApi>[0];

const aTask = (place: number, overrides: Partial<TaskItem> = {}): TaskItem => ({
  id: idOf(place),
  kind: "Benchmark",
  name: `Task ${place}`,
  description: "",
  tags: [],
  status: "Finished",
  owner: "mei",
  owner_id: idOf(2),
  is_mine: true,
  rows: 12,
  columns: 3,
  progress: null,
  spend: null,
  votes: { done: 90, needed: 216 },
  revision: 1,
  archived_at: null,
  created_at: "2026-01-01T03:04:05Z",
  updated_at: "2026-01-02T03:04:05Z",
  ...overrides,
});

const open = (path: string, answers: Answers) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    ...answers,
  });
  return { sent, ...renderConsole(path) };
};

const lists = (byStatus: Partial<Record<string, TaskItem[]>>): Answers => ({
  "tasks.listTasks": ({ url }) => {
    const items = byStatus[url.searchParams.get("status") ?? ""] ?? [];
    return { reply: { items, total: items.length } };
  },
});

it("the leaderboards screen lists what is judged, waits or is finished, and leaves out what cannot be judged", async () => {
  open(
    "/task-benchmark",
    lists({
      Benchmarking: [aTask(11, { name: "Hands", status: "Benchmarking" })],
      Finished: [aTask(12, { name: "Night drive" }), aTask(13, { name: "Captions", kind: "DataProcessing" })],
      Init: [aTask(14, { name: "Night vs day", kind: "Evaluation", status: "Init", votes: null })],
    }),
  );
  const judged = await screen.findByRole("region", { name: "Judging" });
  expect(within(judged).getByRole("link", { name: /Hands.*90 \/ 216 judgements/ })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Not set up" }).textContent).toContain("Night vs day");
  expect(screen.queryByText("Captions")).toBeNull();
});

it("the leaderboards screen picks finished tasks and leads to their comparison", async () => {
  const { user, router } = open("/task-benchmark", {
    ...lists({ Finished: [aTask(12, { name: "Night drive" }), aTask(15, { name: "Rain" })] }),
    "leaderboards.compareBoards": () => ({
      reply: {
        boards: [
          aBoard({ task_id: idOf(12), name: "Night drive" }),
          aBoard({ task_id: idOf(15), name: "Rain", axes: [anAxis({ key: "other", name: "Other" })] }),
        ],
        shared_prompts: 8,
        faults: ["The questions are not the same."],
      },
    }),
  });
  await user.click(await screen.findByRole("checkbox", { name: "Compare Night drive" }));
  expect(screen.getByText("select at least two")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Compare Rain" }));
  await user.click(screen.getByRole("link", { name: "Compare tasks" }));
  await waitFor(() => expect(router.state.location.search).toContain("compare="));
  const faults = await screen.findByRole("list", { name: "Limits of this comparison" });
  expect(faults.textContent).toContain("The questions are not the same.");
  expect(screen.getByText("8 prompts in common")).toBeTruthy();
  const rain = screen.getByRole("region", { name: "Rain" });
  expect(within(rain).getByText("Not part of this task.")).toBeTruthy();
  const night = screen.getByRole("region", { name: "Night drive" });
  expect(within(night).getAllByRole("row")[1]?.textContent).toContain("1,043 ± 19");
});

it("the leaderboards screen asks for two to four tasks where the address names another number", async () => {
  open(`/task-benchmark?compare=${idOf(1)},nonsense`, {});
  expect(await screen.findByText("Choose two to four tasks")).toBeTruthy();
});

it("the leaderboards screen says when there is nothing, when nothing matches, and what failed", async () => {
  const empty = open("/task-benchmark", lists({}));
  expect(await screen.findByText("No results yet")).toBeTruthy();
  empty.unmount();
  const none = open("/task-benchmark?q=zzz", lists({}));
  expect(await screen.findByText("No task matches")).toBeTruthy();
  none.unmount();
  open("/task-benchmark", { "tasks.listTasks": () => ({ refuse: 500, detail: "no answer" }) });
  expect(await screen.findByText("The tasks could not be loaded")).toBeTruthy();
});
