import type { ExperimentRun, ExperimentRunDetail } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./compare/compare-view.tsx";
import "./compare/param-diff.tsx";
import "./experiment-screen.tsx";
import "./list/column-picker.tsx";
import "./run/run-log.tsx";
import "./run/run-notes.tsx";
import "./run/run-params.tsx";
import "./run/run-view.tsx";
import { aCurve, aMetric, aRun, aRunDetail, aSparkline, runId } from "./testing/a-run.ts";
import "./wall/sample-wall.tsx";

interface OpenOptions {
  runs?: ExperimentRun[];
  details?: ExperimentRunDetail[];
  answers?: Parameters<typeof fakeApi>[0];
}

const PROMPT = "a".repeat(64);

const open = (address: string, { runs = [], details = [aRunDetail(1)], answers = {} }: OpenOptions = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "experiments.listExperiments": () => ({ reply: { items: [], has_more: false } }),
    "experiments.listRuns": () => ({ reply: { items: runs, next_cursor: null, is_partial: false } }),
    "experiments.listRunColumns": () => ({
      reply: {
        items: [
          { kind: "metric", key: "loss" },
          { kind: "param", key: "lr" },
          { kind: "param", key: "rank" },
        ],
        has_more: false,
      },
    }),
    "experiments.readSparklines": ({ url }) => ({
      reply: { items: url.searchParams.getAll("run_id").map((id) => aSparkline(id)) },
    }),
    "experiments.getRun": () => ({ reply: details[0] }),
    "experiments.compareRuns": () => ({ reply: { items: details } }),
    "experiments.readCurves": ({ url }) => ({
      reply: {
        items: url.searchParams.getAll("run_id").map((id) => ({ ...aCurve(1, { isBroken: true }), run_id: id })),
      },
    }),
    "experiments.listSampleSteps": () => ({
      reply: { prompts: [{ key: PROMPT, text: "a fox in the snow" }], steps: [100, 200], has_more: false },
    }),
    "experiments.listSamples": () => ({
      reply: {
        items: [
          {
            run_id: runId(1),
            prompt: PROMPT,
            step: 200,
            logged_at: "2026-03-02T09:00:00Z",
            status: "Quarantined",
            clip: null,
          },
        ],
      },
    }),
    "experiments.getRunLog": () => ({
      reply: {
        items: [{ number: 1, logged_at: "2026-03-02T09:00:00Z", lines: ["step 1", "step 2"] }],
        has_more: false,
      },
    }),
    "experiments.annotateRun": () => ({ reply: aRunDetail(1, { notes: "good", revision: 2 }) }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};
const callsOf = (sent: ReturnType<typeof fakeApi>, name: string) =>
  sent.filter((call) => call.name === `experiments.${name}`);

describe("the list of runs", () => {
  it("shows the chosen parameters and metrics, marks what differs and what is no number", async () => {
    const broken = aRun(2, { metrics: { loss: { value: "NaN", step: 9, at: "2026-03-02T09:00:00Z" } } });
    const { sent } = open("/experiment", { runs: [aRun(1), broken] });
    const first = within(await screen.findByRole("row", { name: /lora-1/ }));
    for (const text of ["Finished", "3e-4", "0.1", "clips #3"]) expect(await first.findByText(text)).toBeDefined();
    expect(first.getByText("3e-4").className).toContain("differs");
    expect(first.getByText("16").className).not.toContain("differs");
    expect(within(screen.getByRole("row", { name: /lora-2/ })).getByText("NaN")).toBeDefined();
    expect(await first.findByRole("img", { name: "Course of loss" })).toBeDefined();
    expect(callsOf(sent, "readSparklines")).toHaveLength(1);
    const asked = callsOf(sent, "listRuns").at(-1)?.url.searchParams;
    expect([asked?.getAll("metric"), asked?.getAll("param")]).toEqual([["loss"], ["lr", "rank"]]);
  });

  it("says how to log the first run, and why a list could not be loaded", async () => {
    const { unmount } = open("/experiment");
    expect(await screen.findByText("No runs yet")).toBeDefined();
    expect(screen.getByText(/urllib.request.urlopen/)).toBeDefined();
    unmount();
    open("/experiment", { answers: { "experiments.listRuns": () => ({ refuse: 500, detail: "no database" }) } });
    expect(await screen.findByText("no database")).toBeDefined();
  });

  it("applies a filter that can be read, and says what is wrong with another", async () => {
    const { user, sent } = open("/experiment", { runs: [aRun(1)] });
    const box = await screen.findByRole("textbox", { name: "Filter by metrics, parameters and tags" });
    await user.type(box, "metrics.loss <");
    expect(await screen.findByText(/Character 15: a number is expected here/)).toBeDefined();
    await user.type(box, " 1{Enter}");
    await waitFor(() =>
      expect(callsOf(sent, "listRuns").at(-1)?.url.searchParams.get("filter")).toBe("metrics.loss < 1"),
    );
  });

  it("looks on through older runs while a filter finds too few", async () => {
    const pages = [
      { items: [aRun(1)], next_cursor: runId(500), is_partial: true },
      { items: [aRun(2)], next_cursor: null, is_partial: false },
    ];
    const { sent } = open("/experiment?filter=metrics.loss+<+1", {
      answers: {
        "experiments.listRuns": ({ url }) => ({ reply: pages[url.searchParams.has("cursor") ? 1 : 0] }),
      },
    });
    expect(await screen.findByRole("row", { name: /lora-2/ })).toBeDefined();
    expect(callsOf(sent, "listRuns").at(-1)?.url.searchParams.get("cursor")).toBe(runId(500));
  });

  it("groups by a parameter, and a group is closed and opened", async () => {
    const { user } = open("/experiment?group=lr", { runs: [aRun(1), aRun(2), aRun(3)] });
    const group = await screen.findByText("lr = 3e-4 (2)");
    expect(screen.getByRole("row", { name: /lora-3/ })).toBeDefined();
    await user.click(group);
    await waitFor(() => expect(screen.queryByRole("row", { name: /lora-3/ })).toBeNull());
    expect(screen.getByRole("row", { name: /lora-2/ })).toBeDefined();
  });

  it("chooses other columns by name", async () => {
    const { user, router } = open("/experiment", { runs: [aRun(1)] });
    await user.click(await screen.findByRole("button", { name: "Columns (3)" }));
    await user.click(await screen.findByRole("checkbox", { name: "rank (parameter)" }));
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).getAll("col")).toEqual(["metric:loss", "param:lr"]),
    );
  });

  it("compares the runs that were chosen", async () => {
    const { user, router } = open("/experiment", { runs: [aRun(1), aRun(2)] });
    await user.click(await screen.findByRole("checkbox", { name: "Choose lora-1" }));
    expect(screen.getByRole("button", { name: "Compare runs (1)" })).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("checkbox", { name: "Choose lora-2" }));
    await user.click(screen.getByRole("button", { name: "Compare runs (2)" }));
    await waitFor(() => expect(router.state.location.search).toContain(`compare=${runId(1)}&compare=${runId(2)}`));
  });
});

describe("the page of a run", () => {
  it("draws its curves and says where values are no numbers", async () => {
    const metrics = [aMetric("loss", { nan_points: 250 }), aMetric("system/gpu")];
    open(`/experiment?run=${runId(1)}`, { details: [aRunDetail(1, { metrics })] });
    expect(await screen.findByRole("heading", { name: "lora-1" })).toBeDefined();
    expect(await screen.findByRole("img", { name: "Chart of loss" })).toBeDefined();
    expect(screen.getByText("250 NaN, 0 infinite")).toBeDefined();
    expect(screen.queryByRole("img", { name: "Chart of system/gpu" })).toBeNull();
    expect(screen.getByRole("link", { name: "clips #3" }).getAttribute("href")).toContain(runId(800));
  });

  it("has parameters, a log and notes", async () => {
    const { user, router, sent } = open(`/experiment?run=${runId(1)}&tab=params`);
    expect(await screen.findByText("rank")).toBeDefined();
    await router.navigate(`/experiment?run=${runId(1)}&tab=log`);
    expect(await screen.findByText(/step 1/)).toBeDefined();
    await router.navigate(`/experiment?run=${runId(1)}&tab=notes`);
    await user.type(await screen.findByLabelText("Notes about this run, for everyone"), "good");
    await user.click(screen.getByRole("button", { name: "Save notes" }));
    await waitFor(() =>
      expect(callsOf(sent, "annotateRun").at(-1)?.body).toEqual({ expect_revision: 1, notes: "good" }),
    );
  });

  it("says that a run does not exist", async () => {
    open(`/experiment?run=${runId(7)}`, {
      answers: { "experiments.getRun": () => ({ refuse: 404, code: "not_found", detail: "no run" }) },
    });
    expect(await screen.findByText("This run does not exist")).toBeDefined();
  });
});

describe("runs beside each other", () => {
  const compared = `/experiment?compare=${runId(1)}&compare=${runId(2)}`;
  const details = [aRunDetail(1), aRunDetail(2)];

  it("have their curves over each other", async () => {
    const { sent } = open(compared, { details });
    expect(await screen.findByRole("img", { name: "Chart of loss of 2 runs" })).toBeDefined();
    expect(callsOf(sent, "readCurves")[0]?.url.searchParams.getAll("run_id")).toEqual([runId(1), runId(2)]);
  });

  it("show the parameters that differ, and all on request", async () => {
    const { user } = open(`${compared}&tab=params`, { details });
    const table = await screen.findByRole("table");
    expect(within(table).getByRole("row", { name: "lr 3e-4 1e-4" })).toBeDefined();
    expect(within(table).queryByRole("row", { name: /rank/ })).toBeNull();
    await user.click(screen.getByRole("switch", { name: "Show all 2 parameters" }));
    expect(within(table).getByRole("row", { name: "rank 16 16" })).toBeDefined();
  });

  it("have a wall of prompts by runs, with the state of each clip", async () => {
    const { sent } = open(`${compared}&tab=samples`, { details });
    const row = within(await screen.findByRole("row", { name: /a fox in the snow/ }));
    expect(await row.findByText("Being checked")).toBeDefined();
    expect(row.getByText("No sample up to this step")).toBeDefined();
    expect(screen.getByRole("slider", { name: "Step 200" })).toBeDefined();
    expect(callsOf(sent, "listSamples")[0]?.url.searchParams.get("step")).toBe("200");
  });
});
