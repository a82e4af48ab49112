import type { Curve, ExperimentReport, RunSourceItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./compare/compare-view.tsx";
import "./experiment-screen.tsx";
import "./report/freeze-dialog.tsx";
import "./report/report-view.tsx";
import "./run/run-view.tsx";
import "./sources/sources-drawer.tsx";
import { aCurve, aMetric, aRun, aRunDetail, aSparkline, runId } from "./testing/a-run.ts";
import { anOrigin, aSource } from "./testing/a-source.ts";

const REPORT: ExperimentReport = {
  id: runId(600),
  name: "Monday",
  created_by: "mei",
  created_at: "2026-03-02T09:00:00Z",
  settings: { axis: "step", smoothing: 0, is_log: true },
  metrics: ["loss"],
  runs: [aRunDetail(1), aRunDetail(2)],
  prompts: [],
  step: null,
  changes: [{ run_id: runId(2), kind: "deleted", status: null, last_logged_at: null }],
};

interface Given {
  readonly sources?: readonly RunSourceItem[];
  /** The curve of the copied run. */
  readonly curve?: Curve;
}

const open = (address: string, { sources = [], curve }: Given = {}) => {
  const metric = aMetric("loss", { points: null, nan_points: null, infinite_points: null, min: null, max: null });
  const copied = aRunDetail(5, { source: anOrigin(1), points: null, sample_count: 0, metrics: [metric] });
  const source = { read_at: "2026-03-02T09:05:00Z", is_sampled: true, fault: "timeout" };
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "runSources.listRunSources": () => ({ reply: { items: sources, total: sources.length } }),
    "experiments.listExperiments": () => ({ reply: { items: [], has_more: false } }),
    "experiments.listRuns": () => ({
      reply: { items: [aRun(1), aRun(5, { source: anOrigin(1), points: null })], next_cursor: null, is_partial: false },
    }),
    "experiments.listRunColumns": () => ({ reply: { items: [{ kind: "metric", key: "loss" }], has_more: false } }),
    "experiments.readSparklines": ({ url }) => ({
      reply: { items: url.searchParams.getAll("run_id").map((id) => aSparkline(id)) },
    }),
    "experiments.getRun": () => ({ reply: copied }),
    "experiments.compareRuns": () => ({ reply: { items: [aRunDetail(1), aRunDetail(2)] } }),
    "experiments.readCurves": ({ url }) => ({
      reply: {
        items: url.searchParams
          .getAll("run_id")
          .map((id) => ({ ...aCurve(5), run_id: id, ...(id === runId(5) && { source, ...curve }) })),
      },
    }),
    "experimentReports.createReport": () => ({ reply: { id: REPORT.id } }),
    "experimentReports.getReport": () => ({ reply: REPORT }),
    "experimentReports.readReportCurves": () => ({ reply: { items: [aCurve(1), aCurve(2)] } }),
  });
  return { sent, ...renderConsole(address) };
};

describe("runs of a source", () => {
  it("say where they come from, and how old they are while the source does not answer", async () => {
    const { sent, user } = open("/experiment", { sources: [aSource(1, { status: "Unreachable", fault: "timeout" })] });
    expect(await screen.findByText(/Lab cannot be read\. It did not answer in time\./)).toBeDefined();
    const row = within(await screen.findByRole("row", { name: /lora-5/ }));
    expect(row.getByText("Lab")).toBeDefined();
    expect(within(screen.getByRole("row", { name: /lora-1/ })).getByText("Logged here")).toBeDefined();
    await user.click(screen.getByRole("combobox", { name: "Source" }));
    await user.click(await screen.findByTitle("Logged here"));
    await waitFor(() => {
      const asked = sent.filter(({ name }) => name === "experiments.listRuns").at(-1);
      expect(asked?.url.searchParams.get("source_id")).toBe("here");
    });
  });

  it("mark curves that are old or picked, and say that artifacts stay there", async () => {
    const { user } = open(`/experiment?run=${runId(5)}`);
    expect(await screen.findByText(/the points could not be fetched\. It did not answer in time\./)).toBeDefined();
    expect(screen.getByText(/MLflow picked some of its many points/)).toBeDefined();
    expect(screen.getByText(/6,000 points/)).toBeDefined();
    await user.click(screen.getByRole("link", { name: /^Samples/ }));
    expect(await screen.findByText(/other artifacts in MLflow are not shown here/)).toBeDefined();
  });

  it("draw no axes and count no points while their points were never fetched", async () => {
    const never = { read_at: null, is_sampled: false, fault: "unreachable" as const };
    const none = {
      ...aCurve(5),
      points: 0,
      from: [],
      to: [],
      min: [],
      max: [],
      mean: [],
      last: [],
      time: [],
      nan: [],
      infinite: [],
    };
    open(`/experiment?run=${runId(5)}`, { curve: { ...none, source: never } });
    expect(await screen.findByText(/They were never fetched before\./)).toBeDefined();
    expect(screen.queryByRole("img", { name: /^Chart of loss/ })).toBeNull();
    expect(screen.getByText(/^last [\d.]+$/)).toBeDefined();
    expect(screen.queryByText(/0 points/)).toBeNull();
  });
});

describe("the sources of runs", () => {
  it("cannot be registered by others", async () => {
    const { user } = open("/experiment");
    await user.click(await screen.findByRole("button", { name: "Sources (0)" }));
    expect(await screen.findByText(/An administrator can register an MLflow server here/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Register source" })).toBeNull();
  });
});

describe("a report", () => {
  it("is frozen from a comparison with its charts and settings", async () => {
    const { user, sent } = open(`/experiment?compare=${runId(1)}&compare=${runId(2)}`);
    await user.click(await screen.findByRole("switch", { name: "Logarithmic" }));
    await user.click(screen.getByRole("button", { name: "Freeze as a report" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Freeze as a report" }));
    await user.clear(dialog.getByLabelText("Name"));
    await user.type(dialog.getByLabelText("Name"), "Monday");
    await user.click(dialog.getByRole("button", { name: "Freeze the view" }));
    expect(await screen.findByRole("heading", { name: "Monday" })).toBeDefined();
    const made = sent.find(({ name }) => name === "experimentReports.createReport");
    expect(made?.body).toMatchObject({
      name: "Monday",
      run_ids: [runId(1), runId(2)],
      metrics: ["grad_norm", "loss"],
      settings: { axis: "step", smoothing: 0, is_log: true },
    });
  });

  it("says who froze it and what became of its runs", async () => {
    open(`/experiment?report=${REPORT.id}`);
    expect(await screen.findByText(/Frozen by mei/)).toBeDefined();
    expect(screen.getByText("lora-2 was removed")).toBeDefined();
    expect(await screen.findByRole("img", { name: "Chart of loss of 2 runs" })).toBeDefined();
  });
});
