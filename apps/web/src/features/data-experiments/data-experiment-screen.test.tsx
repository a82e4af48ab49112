import type { DataExperiment, DataExperimentItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./create/new-experiment-dialog.tsx";
import "./data/data-tab.tsx";
import "./data-experiment-screen.tsx";
import "./page/attach-dialog.tsx";
import "./page/decide-dialog.tsx";
import "./page/experiment-view.tsx";
import {
  aComparison,
  aDecision,
  aJudging,
  aListedRun,
  anExperiment,
  anItem,
  aYoungExperiment,
  idOf,
} from "./testing/a-data-experiment.ts";

/** There is no canvas here. */
vi.mock("../../ui/chart/chart-runtime.ts", () => ({ drawChart: () => ({ update: vi.fn(), remove: vi.fn() }) }));

interface OpenOptions {
  items?: DataExperimentItem[];
  experiment?: DataExperiment;
  answers?: Parameters<typeof fakeApi>[0];
}

const open = (address: string, { items = [], experiment = anExperiment(), answers = {} }: OpenOptions = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "dataExperiments.listDataExperiments": () => ({ reply: { items, next_cursor: null } }),
    "dataExperiments.getDataExperiment": () => ({ reply: experiment }),
    "dataExperiments.listProposedRuns": () => ({ reply: { items: [] } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};
const bodiesOf = (sent: { name: string; body?: unknown }[], call: string): unknown[] =>
  sent.filter(({ name }) => name === `dataExperiments.${call}`).map(({ body }) => body);

const PAGE = `/data-experiment?id=${idOf(1)}`;

describe("the list of data experiments", () => {
  it("shows what was asked and decided, and opens one", async () => {
    const items = [anItem(1), anItem(2, { question: "More captions?", state: "Decided", chosen: "moving" })];
    const { user, router } = open("/data-experiment", { items });
    const row = await screen.findByRole("row", { name: /More captions/ });
    expect(within(row).getByText("Decided")).toBeDefined();
    expect(within(row).getByText("moving")).toBeDefined();
    await user.click(within(row).getByText("More captions?"));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${idOf(2)}`));
  });

  it("offers the first question when there is none, and to clear filters that find none", async () => {
    const first = open("/data-experiment");
    expect(await screen.findByRole("heading", { name: "No questions about data yet" })).toBeDefined();
    first.unmount();
    const { user, router } = open("/data-experiment?state=Decided");
    expect(await screen.findByRole("heading", { name: "No question found" })).toBeDefined();
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });
});

describe("a data experiment", () => {
  it("says which arm is better, with the interval", async () => {
    open(PAGE);
    const result = await screen.findByRole("region", { name: "Result" });
    expect(within(result).getByText("moving against all")).toBeDefined();
    expect(within(result).getByText("Better")).toBeDefined();
    expect(within(result).getByText("−11 (−13.267 to −8.733)")).toBeDefined();
    const arm = screen.getByRole("region", { name: "moving" });
    expect(within(arm).getByText("91 ± 2.484")).toBeDefined();
    expect(within(arm).getByRole("link", { name: "clips@2" })).toBeDefined();
  });

  it("says plainly that there are too few runs, which do not count, and what else differs", async () => {
    open(PAGE, { experiment: aYoungExperiment() });
    const result = await screen.findByRole("region", { name: "Result" });
    expect(within(result).getByText("Too few runs to say")).toBeDefined();
    expect(within(result).getByText(/different values of lr/)).toBeDefined();
    const arm = screen.getByRole("region", { name: "moving" });
    for (const words of ["not a number", "still running", "does not name this data", "NaN"])
      expect(within(arm).getByText(words)).toBeDefined();
  });

  it("shows what the arms differ in, and compares again what failed", async () => {
    const { unmount } = open(`${PAGE}&tab=data`);
    const pair = await screen.findByRole("region", { name: "moving against all" });
    expect(within(pair).getByText("motion > 0.3")).toBeDefined();
    expect(within(pair).getByText(/^37,000 \(30\.6/)).toBeDefined();
    expect(await within(pair).findByText("Strongly shifted (distance 0.250)")).toBeDefined();
    unmount();
    const experiment = anExperiment({
      comparisons: [aComparison({ status: "Failed", error: "a list is gone", result: null })],
    });
    const { user, sent } = open(`${PAGE}&tab=data`, {
      experiment,
      answers: { "dataExperiments.compareArms": () => ({ reply: anExperiment() }) },
    });
    expect(await screen.findByText("a list is gone")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Compare again" }));
    expect(await screen.findByText(/^37,000 \(30\.6/)).toBeDefined();
    expect(bodiesOf(sent, "compareArms")).toHaveLength(1);
  });

  it("says what people preferred, counts a judging again and detaches it", async () => {
    const { user, sent } = open(PAGE, {
      experiment: anExperiment({ judgings: [aJudging()] }),
      answers: {
        "auth.me": () => ({ reply: aUser({ username: "mei", permissions: ["USE_VERSION_1_0"] }) }),
        "dataExperiments.attachJudging": () => ({ reply: anExperiment({ judgings: [aJudging()] }) }),
        "dataExperiments.detachJudging": () => ({ reply: anExperiment() }),
      },
    });
    const judging = await screen.findByRole("article", { name: "Motion filter, blind" });
    expect(within(judging).getByText("Preferred")).toBeDefined();
    expect(within(judging).getByText("64 % (57 to 70)")).toBeDefined();
    expect(within(judging).getByText("210 won, 40 tied, 110 lost on 60 prompts")).toBeDefined();
    await user.click(within(judging).getByRole("button", { name: "Count again" }));
    await waitFor(() =>
      expect(bodiesOf(sent, "attachJudging")).toEqual([
        {
          task_id: idOf(900),
          arms: [
            { position: 1, column_id: idOf(901) },
            { position: 2, column_id: idOf(902) },
          ],
        },
      ]),
    );
    await user.click(within(judging).getByRole("button", { name: "Detach Motion filter, blind" }));
    expect(await screen.findByText(/^No judging is attached/)).toBeDefined();
  });

  it("offers no judging to who may not open leaderboards, nor after the decision", async () => {
    const { unmount } = open(PAGE, { experiment: anExperiment({ judgings: [aJudging()] }) });
    expect(await screen.findByText("64 % (57 to 70)")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Attach a judging" })).toBeNull();
    unmount();
    open(PAGE, { experiment: anExperiment({ state: "Decided", acts: [aDecision()] }) });
    expect(await screen.findByText("moving preferred in 64 % (57 to 70) (Motion filter, blind)")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Attach a judging" })).toBeNull();
  });

  it("attaches proposed and found runs to an arm", async () => {
    const proposed = { position: 2, id: idOf(31), name: "seed-7", experiment_name: "data ablation" };
    const { user, sent } = open(PAGE, {
      answers: {
        "dataExperiments.listProposedRuns": () => ({
          reply: { items: [{ ...proposed, status: "Finished", started_at: "2026-03-02T06:00:00Z" }] },
        }),
        "experiments.listRuns": () => ({
          reply: { items: [aListedRun(21), aListedRun(32)], next_cursor: null, is_partial: false },
        }),
        "dataExperiments.attachRuns": () => ({ reply: anExperiment() }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Attach runs to moving" }));
    const dialog = await screen.findByRole("dialog", { name: "Attach runs to moving" });
    await user.click(await within(dialog).findByRole("checkbox", { name: "Choose seed-7" }));
    const taken = within(dialog).getByRole<HTMLInputElement>("checkbox", { name: "Choose run-21" });
    expect(taken.disabled).toBe(true);
    await user.click(within(dialog).getByRole("checkbox", { name: "Choose run-32" }));
    await user.click(within(dialog).getByRole("button", { name: "Attach 2 runs" }));
    await waitFor(() => expect(bodiesOf(sent, "attachRuns")).toEqual([{ position: 2, run_ids: [idOf(31), idOf(32)] }]));
  });

  it("records a decision with its reason, and keeps the numbers of an earlier one", async () => {
    const { user, sent, unmount } = open(PAGE, {
      answers: {
        "dataExperiments.decideDataExperiment": () => ({
          reply: anExperiment({ state: "Decided", acts: [aDecision()] }),
        }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Decide" }));
    const dialog = await screen.findByRole("dialog", { name: "Decide" });
    await user.click(await within(dialog).findByRole("button", { name: "Record the decision" }));
    for (const words of ["please choose", "please say why"])
      expect(await within(dialog).findByText(words)).toBeDefined();
    await user.click(within(dialog).getByRole("radio", { name: /^moving/ }));
    await user.type(within(dialog).getByLabelText("Why"), "clear");
    await user.click(within(dialog).getByRole("button", { name: "Record the decision" }));
    await waitFor(() =>
      expect(bodiesOf(sent, "decideDataExperiment")).toEqual([{ expect_revision: 7, chosen: 2, reason: "clear" }]),
    );
    const acts = await screen.findByRole("region", { name: "Decisions" });
    expect(within(acts).getByText("Decided for moving")).toBeDefined();
    expect(within(acts).getByText("102 ± 2.484")).toBeDefined();
    unmount();
  });

  it("is reopened with a reason, and cannot be changed before", async () => {
    const decided = anExperiment({ state: "Decided", acts: [aDecision({ chosen: null })] });
    const { user, sent } = open(PAGE, {
      experiment: decided,
      answers: { "dataExperiments.reopenDataExperiment": () => ({ reply: anExperiment() }) },
    });
    expect(await screen.findByText("Decided for none of the arms")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Attach runs/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    const dialog = await screen.findByRole("dialog", { name: "Reopen the question" });
    await user.type(await within(dialog).findByLabelText("Why it is opened again"), "more seeds");
    await user.click(within(dialog).getByRole("button", { name: "Reopen" }));
    await waitFor(() =>
      expect(bodiesOf(sent, "reopenDataExperiment")).toEqual([{ expect_revision: 7, reason: "more seeds" }]),
    );
  });

  it("says that there is no such experiment", async () => {
    open(PAGE, {
      answers: {
        "dataExperiments.getDataExperiment": () => ({ refuse: 404, code: "not_found", detail: "there is none" }),
      },
    });
    expect(await screen.findByRole("heading", { name: "No such data experiment" })).toBeDefined();
  });
});

describe("the form of a new question", () => {
  it("says what is missing before it asks", async () => {
    const { user, sent } = open("/data-experiment", {
      answers: {
        "experiments.listRunColumns": () => ({ reply: { items: [{ kind: "metric", key: "fvd" }], has_more: false } }),
        "packages.listPackages": () => ({ reply: { items: [], total: 0 } }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Ask a question" }));
    const dialog = await screen.findByRole("dialog", { name: "Ask a question about data" });
    await user.click(within(dialog).getByRole("button", { name: "Ask" }));
    for (const words of ["please ask a question", "please choose a metric"])
      expect(await within(dialog).findByText(words)).toBeDefined();
    expect(within(dialog).getAllByText("please name the arm")).toHaveLength(2);
    await user.click(within(dialog).getByRole("button", { name: "Add an arm" }));
    expect(within(dialog).getAllByText("please name the arm")).toHaveLength(3);
    expect(bodiesOf(sent, "createDataExperiment")).toEqual([]);
  });
});
