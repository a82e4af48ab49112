import type { TaskItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aProgress, aSpend, asDetail, aTask } from "./testing/a-task.ts";

const night = aTask(1, {
  name: "Night scenes",
  tags: ["lighting"],
  status: "Generating",
  progress: aProgress({ succeeded: 40, failed: 4, running: 3, queued: 1 }),
  spend: aSpend({ actual_micros: 3_400_000, budget_micros: 10_000_000, is_budget_hard: true }),
});
const captions = aTask(2, { name: "Caption the ferry set", kind: "DataProcessing", progress: null, spend: null });
const foreign = aTask(3, { name: "Somebody's", owner: "lea", is_mine: false });

type Answers = Parameters<typeof fakeApi>[0];

const open = (address = "/task-manage", tasks: TaskItem[] = [night, captions, foreign], answers: Answers = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions: ["USE_VERSION_1_0"] }) }),
    "tasks.listTasks": () => ({ reply: { items: tasks, total: tasks.length } }),
    "tasks.getTask": ({ url }) => {
      const task = tasks.find(({ id }) => url.pathname.endsWith(id));
      return task
        ? { reply: asDetail(task, { settings: { source: "Ferry", output: "ferry-captions" } }) }
        : { refuse: 404, code: "not_found", detail: "there is no such task" };
    },
    "performers.listPerformers": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

const lastOf = (sent: SentCall[], name: string): SentCall | undefined =>
  sent.filter((call) => call.name === name).at(-1);

const rowOf = (name: string): Promise<HTMLElement> => screen.findByRole("row", { name: new RegExp(name) });

type User = ReturnType<typeof renderConsole>["user"];
const choose = async (user: User, task: string, act: string): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: `Actions for ${task}` }));
  await user.click(await screen.findByRole("menuitem", { name: act }));
};

const dialogTitled = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByText(title);
  return heading.closest<HTMLElement>('[role="dialog"]') ?? expect.unreachable(`${title} is not in a dialog`);
};

describe("the list of tasks", () => {
  it("asks for what stands in the address, ten at a time and the newest first", async () => {
    const { sent } = open("/task-manage?q=night&kind=Benchmark&status=Generating&tag=a&tag=b&is_mine=true&page=2");
    await rowOf("Night scenes");
    const asked = lastOf(sent, "tasks.listTasks")?.url.searchParams;
    expect(asked?.getAll("tag")).toEqual(["a", "b"]);
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      q: "night",
      kind: "Benchmark",
      status: "Generating",
      is_mine: "true",
      is_archived: "false",
      sort: "updated_at",
      order: "desc",
      page: "2",
      page_size: "10",
    });
  });

  it("shows how far a benchmark is and what it has cost against its budget", async () => {
    open();
    const row = await rowOf("Night scenes");
    const bar = within(row).getByRole("progressbar", { name: "40 of 48 ready" });
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    expect(within(row).getByText("4 failed")).toBeDefined();
    expect(within(row).getByText("$3.40 of $10.00")).toBeDefined();
    expect(within(row).getByText("Generating")).toBeDefined();
  });

  it("draws no bar and no cost for what has none", async () => {
    open();
    const row = await rowOf("Caption the ferry set");
    expect(within(row).queryByRole("progressbar")).toBeNull();
    expect(within(row).queryByText(/\$/)).toBeNull();
  });

  it("goes to the grid of a benchmark", async () => {
    const { user, router } = open("/task-manage", [night], {
      "benchmarks.getBenchmark": () => ({ refuse: 404, code: "not_found", detail: "not in this test" }),
    });
    await user.click(within(await rowOf("Night scenes")).getByText("Night scenes"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/task-generate"));
    expect(router.state.location.search).toBe(`?task=${night.id}`);
  });

  it("goes to the results of an evaluation, and of a benchmark that is judged", async () => {
    const gone: Answers = {
      "evaluations.getEvaluation": () => ({ refuse: 404, code: "not_found", detail: "not in this test" }),
    };
    const across = aTask(4, { name: "Night vs day", kind: "Evaluation", progress: null, spend: null });
    const first = open("/task-manage", [across], gone);
    await first.user.click(within(await rowOf("Night vs day")).getByText("Night vs day"));
    await waitFor(() => expect(first.router.state.location.pathname).toBe("/task-benchmark"));
    first.unmount();
    const judged = { ...night, status: "Benchmarking" as const };
    const { user, router } = open("/task-manage", [judged], gone);
    await choose(user, "Night scenes", "Show results");
    await waitFor(() => expect(router.state.location.pathname).toBe("/task-benchmark"));
    expect(router.state.location.search).toBe(`?task=${night.id}`);
  });

  it("offers to compare two finished ones, and not one that is still made", async () => {
    const finished = [aTask(5, { name: "Rain", status: "Finished" }), aTask(6, { name: "Snow", status: "Finished" })];
    const { user } = open("/task-manage", [...finished, night]);
    for (const name of ["Rain", "Snow"])
      await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
    const link = screen.getByRole("link", { name: "Compare results" });
    expect(link.getAttribute("href")).toContain(`compare=${finished.map(({ id }) => id).join(",")}`);
    await user.click(screen.getByRole("checkbox", { name: "Select Night scenes" }));
    expect(screen.queryByRole("link", { name: "Compare results" })).toBeNull();
  });

  it("compares a finished task of another person with one's own, and archives only one's own", async () => {
    const own = aTask(5, { name: "Rain", status: "Finished" });
    const theirs = aTask(6, { name: "Snow", status: "Finished", owner: "lea", is_mine: false });
    const { user } = open("/task-manage", [own, theirs, foreign]);
    await user.click(await screen.findByRole("checkbox", { name: "Select Snow" }));
    expect(screen.queryByRole("button", { name: /Archive/ })).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Select Rain" }));
    const link = screen.getByRole("link", { name: "Compare results" });
    expect(link.getAttribute("href")).toContain(`compare=${own.id},${theirs.id}`);
    expect(screen.getByRole("button", { name: "Archive 1 of yours" })).toBeDefined();
    expect(screen.getByRole("checkbox", { name: "Select Somebody's" })).toHaveProperty("disabled", true);
  });

  it("opens the other kinds in a drawer that says what is not built", async () => {
    const { user, router } = open();
    await user.click(within(await rowOf("Caption the ferry set")).getByText("Caption the ferry set"));
    const drawer = await screen.findByRole("dialog", { name: "Caption the ferry set" });
    expect(await within(drawer).findByText(/not supported yet/)).toBeDefined();
    expect(within(drawer).getByText("ferry-captions")).toBeDefined();
    expect(router.state.location.search).toBe(`?task=${captions.id}`);
  });

  it("stands with the reason when it cannot be loaded", async () => {
    open("/task-manage", [], { "tasks.listTasks": () => ({ refuse: 500, detail: "the list is being counted" }) });
    const main = await screen.findByRole("main");
    expect(await within(main).findByText("the list is being counted")).toBeDefined();
  });

  it("says that nothing matches and clears the filters", async () => {
    const { user, router } = open("/task-manage?status=Failed", []);
    await screen.findByRole("heading", { name: "No task matches" });
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    if (clear) await user.click(clear);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });
});

describe("acts on tasks", () => {
  it("archives what is selected, by keyboard, and leaves what is not one's own", async () => {
    const { user, sent } = open("/task-manage", undefined, {
      "tasks.archiveTasks": () => ({ reply: { changed: 2 } }),
    });
    await rowOf("Night scenes");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Somebody's" }).disabled).toBe(true);
    screen.getByRole("grid").focus();
    await user.keyboard(" jj ");
    await user.click(screen.getByRole("checkbox", { name: "Select Caption the ferry set" }));
    await user.click(await screen.findByRole("button", { name: "Archive 2 tasks" }));
    await waitFor(() =>
      expect(lastOf(sent, "tasks.archiveTasks")?.body).toEqual({ ids: [night.id, captions.id], is_archived: true }),
    );
    expect(await screen.findByText("2 tasks were archived.")).toBeDefined();
  });

  it("brings back from the archive", async () => {
    const put = aTask(5, { name: "Put away", archived_at: "2026-01-03T00:00:00Z" });
    const { user, sent } = open("/task-manage?is_archived=true", [put], {
      "tasks.archiveTasks": () => ({ reply: { changed: 1 } }),
    });
    await rowOf("Put away");
    await choose(user, "Put away", "Unarchive");
    await waitFor(() =>
      expect(lastOf(sent, "tasks.archiveTasks")?.body).toEqual({ ids: [put.id], is_archived: false }),
    );
  });

  it("deletes only after the name was typed, and keeps a refusal in the dialog", async () => {
    const { user, sent } = open("/task-manage", undefined, {
      "tasks.deleteTask": () => ({ refuse: 409, code: "conflict", detail: "it has judgements: archive it" }),
    });
    await rowOf("Night scenes");
    await choose(user, "Night scenes", "Delete");
    const dialog = await dialogTitled("Delete Night scenes?");
    expect(within(dialog).getByText("4 running calls will be cancelled.")).toBeDefined();
    const remove = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete task" });
    expect(remove.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText("Type “Night scenes” to confirm"), "Night scenes");
    await user.click(remove);
    expect(await within(dialog).findByText("it has judgements: archive it")).toBeDefined();
    expect(lastOf(sent, "tasks.deleteTask")?.url.pathname).toContain(night.id);
  });

  it("offers neither edit nor delete of what belongs to others", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Actions for Somebody's" }));
    const menu = await screen.findByRole("menu");
    expect(
      within(menu)
        .getAllByRole("menuitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Open grid", "Duplicate"]);
  });

  it("duplicates under a new name", async () => {
    const { user, sent } = open("/task-manage", undefined, {
      "tasks.duplicateTask": () => ({ reply: aTask(9, { name: "Night scenes (copy)" }) }),
    });
    await rowOf("Night scenes");
    await choose(user, "Night scenes", "Duplicate");
    const dialog = await dialogTitled("Duplicate Night scenes");
    await user.click(within(dialog).getByRole("button", { name: "Duplicate task" }));
    await waitFor(() =>
      expect(lastOf(sent, "tasks.duplicateTask")?.body).toMatchObject({ name: "Night scenes (copy)" }),
    );
  });

  it("edits the details on the version that was read", async () => {
    const { user, sent } = open("/task-manage", undefined, {
      "tasks.updateTask": () => ({ reply: asDetail({ ...night, name: "Night scenes 2", revision: 2 }) }),
      "tasks.searchPeople": () => ({
        reply: {
          items: [
            {
              id: "019a0000-0000-7000-8000-0000000000e1",
              username: "ida",
              realname: "Ida Iverson",
              is_external: false,
            },
          ],
        },
      }),
    });
    await rowOf("Night scenes");
    await choose(user, "Night scenes", "Edit details");
    const dialog = await dialogTitled("Edit Night scenes");
    await user.type(await within(dialog).findByLabelText("Name"), " 2");
    await user.type(within(dialog).getByRole("combobox", { name: /^Members/ }), "ida");
    await user.click(await screen.findByText("Ida Iverson"));
    await user.click(within(dialog).getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "tasks.updateTask")?.body).toEqual({
        expect_revision: 1,
        name: "Night scenes 2",
        description: "",
        tags: ["lighting"],
        members: ["ida"],
      }),
    );
  });
});
