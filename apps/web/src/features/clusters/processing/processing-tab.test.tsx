import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../data-pipeline-screen.tsx";
import { aCluster } from "../testing/a-cluster.ts";
import { aFailedRunDetail, aRun, aRunDetail } from "../testing/a-processing-run.ts";
import "./new-run-dialog.tsx";
import "./processing-tab.tsx";
import "./run-drawer.tsx";

const open = (address: string, answers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "clusters.listClusters": () => ({ reply: { items: [aCluster(1, { name: "training-a" })], total: 1 } }),
    "clusters.listRunningJobs": () => ({ reply: { items: [], total: 0, read_at: "2026-11-15T12:00:00Z" } }),
    "processing.listProcessing": () => ({ reply: { items: [aRun(1)], total: 1 } }),
    "processing.getProcessing": () => ({ reply: aRunDetail(1) }),
    "processing.cancelProcessing": () => ({ reply: aRunDetail(1, { is_cancelling: true, may_cancel: false }) }),
    "processing.retryProcessing": () => ({ reply: aRunDetail(1, { attempts: 2 }) }),
    "datasets.listDatasets": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};
const AT_RUN = `/data-pipeline?tab=processing&run=${aRun(1).id}`;
// All generated ids are the same in tests, so that a dialog beside a choice has the name of the choice.
const drawer = () => screen.findByRole("dialog");

describe("the processing tab", () => {
  it("lists the runs of the open cluster with what they do and how far they are", async () => {
    const { sent } = open("/data-pipeline?tab=processing");
    const table = await screen.findByRole("grid", { name: "Processing" });
    await within(table).findByText(aRun(1).name);
    for (const text of ["Processing", "Probe clips", "night-drive@4 · sharp clips", "1,680 / 2,400 parts"])
      expect(within(table).getAllByText(text).length).toBeGreaterThan(0);
    const asked = sent.find(({ name }) => name === "processing.listProcessing");
    expect(asked?.url.searchParams.get("cluster_id")).toBe(aCluster(1).id);
  });

  it("shows a run with its log, and cancels it after a question", async () => {
    const { sent, user } = open(AT_RUN);
    const shown = await drawer();
    expect(await within(shown).findByText(/part 1679: 1000 rows, 2 failed/)).toBeDefined();
    await user.click(within(shown).getByRole("button", { name: "Cancel the run" }));
    await screen.findByText(`Cancel ${aRun(1).name}?`);
    const [, confirm] = screen.getAllByRole("button", { name: "Cancel the run" });
    await user.click(confirm ?? shown);
    await waitFor(() => expect(sent.some(({ name }) => name === "processing.cancelProcessing")).toBe(true));
  });

  it("says why a run failed, and retries it", async () => {
    const { sent, user } = open(AT_RUN, { "processing.getProcessing": () => ({ reply: aFailedRunDetail(1) }) });
    const shown = await drawer();
    expect(await within(shown).findByText("The job failed")).toBeDefined();
    expect(within(shown).getByText(/1680 of 2400 are done/)).toBeDefined();
    await user.click(within(shown).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(sent.some(({ name }) => name === "processing.retryProcessing")).toBe(true));
  });

  it("opens the form of a new run, which changes with its template and names what is missing", async () => {
    const { sent, user } = open("/data-pipeline?tab=processing");
    await user.click(await screen.findByRole("button", { name: "New run" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByLabelText("Bytes of the header")).toBeDefined();
    await user.click(within(dialog).getByLabelText("Template"));
    await user.click(await screen.findByTitle("Filter"));
    expect(await within(dialog).findByLabelText("Condition")).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Start" }));
    expect(await within(dialog).findByText("Choose a view.")).toBeDefined();
    expect(sent.some(({ name }) => name === "processing.createProcessing")).toBe(false);
  });
});
