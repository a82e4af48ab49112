import type { ClusterItem, ClusterJob, ClusterJobDetail } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./data-pipeline-screen.tsx";
import "./job/job-drawer.tsx";
import "./jobs/nodes-tab.tsx";
import "./jobs/recent-tab.tsx";
import "./kuberay/ray-cluster-drawer.tsx";
import "./kuberay/ray-clusters-tab.tsx";
import "./register/cluster-dialog.tsx";
import { aCluster, aJob, aJobDetail, aKubeRay, aNode, aPipeline, aRayCluster } from "./testing/a-cluster.ts";

interface OpenOptions {
  clusters?: ClusterItem[];
  jobs?: ClusterJob[];
  job?: Partial<ClusterJobDetail>;
  log?: string;
  isAdmin?: boolean;
  answers?: Parameters<typeof fakeApi>[0];
}

const open = (address: string, options: OpenOptions = {}) => {
  const { clusters = [aCluster(1)], jobs = [], job = {}, log = "", isAdmin = false, answers = {} } = options;
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", ...(isAdmin && { permissions: ["ADMIN_MANAGE_R"] }) }) }),
    "clusters.listClusters": () => ({ reply: { items: clusters, total: clusters.length } }),
    "clusters.listRunningJobs": () => ({ reply: { items: jobs, total: jobs.length, read_at: "2026-11-15T12:00:00Z" } }),
    "clusters.listRecentJobs": () => ({ reply: { items: jobs, has_more: false, read_at: "2026-11-15T12:00:00Z" } }),
    "clusters.listClusterNodes": () => ({ reply: { items: [aNode()], total: 1, read_at: "2026-11-15T12:00:00Z" } }),
    "clusters.listRayClusters": () => ({
      reply: { items: [aRayCluster()], total: 1, read_at: "2026-11-15T12:00:00Z" },
    }),
    "clusters.getClusterJob": () => ({ reply: aJobDetail(1, job) }),
    "clusters.getClusterJobLog": () => ({
      reply: {
        text: log,
        is_truncated: false,
        read_at: "2026-11-15T12:00:00Z",
        changed_at: "2026-11-15T12:00:00Z",
        is_final: false,
      },
    }),
    "clusters.stopClusterJob": () => ({ reply: aJobDetail(1, { stop_asked_at: "2026-11-15T12:00:00Z" }) }),
    "clusters.createCluster": () => ({ reply: aCluster(2) }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};
const callsOf = (sent: ReturnType<typeof fakeApi>, name: string) =>
  sent.filter((call) => call.name === `clusters.${name}`);
const drawer = () => screen.findByRole("dialog", { name: "raysubmit_1" });
const AT_JOB = `/data-pipeline?job=${aJob(1).id}`;

describe("the clusters", () => {
  it("are cards with what they use, and one that does not answer says why and keeps its facts", async () => {
    const down = aCluster(2, { status: "Unreachable", fault: "gcs_down", failures: 4, is_circuit_open: true });
    open("/data-pipeline", { clusters: [aCluster(1), down], jobs: [aJob(1)] });
    const [first, second] = await screen.findAllByRole("article");
    if (!first || !second) return expect.unreachable("two cards are shown");
    expect(within(first).getByText("Reachable")).toBeDefined();
    for (const text of ["12 / 16", "3 / 8", "2.57.0", "2 × 1 GPU"]) expect(within(first).getByText(text)).toBeDefined();
    expect(within(second).getByText(/control service \(GCS\) is down/)).toBeDefined();
    expect(within(second).getByText(/Failed 4 times/)).toBeDefined();
    expect(within(second).getByText("12 / 16")).toBeDefined();
    return expect(await screen.findByText("python caption.py --view 7")).toBeDefined();
  });

  it("that are open to anyone are warned about", async () => {
    open("/data-pipeline", { clusters: [aCluster(1, { is_token_required: false })] });
    expect(await screen.findByText(/anyone who reaches its address can run code/)).toBeDefined();
  });

  it("have help for the first one, and administrators can register it", async () => {
    const { user, sent } = open("/data-pipeline", { clusters: [], isAdmin: true });
    expect(await screen.findByRole("heading", { name: "No clusters yet" })).toBeDefined();
    const [register] = screen.getAllByRole("button", { name: "Register cluster" });
    if (register) await user.click(register);
    const form = await screen.findByRole("dialog", { name: "Register a cluster" });
    await user.type(within(form).getByLabelText(/Name/), "Training");
    await user.type(within(form).getByLabelText(/Address/), "http://ray-head:8265");
    await user.type(within(form).getByLabelText(/Token/), "secret-token");
    await user.click(within(form).getByRole("button", { name: "Register cluster" }));
    await waitFor(() => expect(callsOf(sent, "createCluster")).toHaveLength(1));
    expect(callsOf(sent, "createCluster")[0]?.body).toMatchObject({
      name: "Training",
      address: "http://ray-head:8265",
      token: "secret-token",
      is_check_skipped: false,
    });
  });

  it("cannot be registered or changed by others", async () => {
    open("/data-pipeline", { jobs: [aJob(1)] });
    await screen.findByText("python caption.py --view 7");
    expect(screen.queryByRole("button", { name: "Register cluster" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  });

  it("have nodes with their GPUs", async () => {
    open("/data-pipeline?tab=nodes");
    expect(await screen.findByText(/head-1/)).toBeDefined();
    expect(screen.getByText(/64 °C/)).toBeDefined();
  });

  it("stand with the reason when they cannot be loaded", async () => {
    open("/data-pipeline", { answers: { "clusters.listClusters": () => ({ refuse: 500, detail: "no database" }) } });
    expect(await screen.findByText("no database")).toBeDefined();
  });
});

describe("the log of a running job", () => {
  const events = (...changes: readonly [string, object][]): string =>
    changes.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");

  it("is followed as it comes, and stops when it is paused", async () => {
    const stream = events(
      ["start", {}],
      ["log", { kind: "reset", text: "one\n", is_truncated: false }],
      ["log", { kind: "append", text: "\u001b[32mtwo\u001b[0m\n" }],
    );
    const { user } = open(AT_JOB, { log: "kept\n", answers: { "clusters.watchClusterJobLog": () => ({ stream }) } });
    const panel = within(await drawer());
    expect(await panel.findByText("two")).toBeDefined();
    expect(panel.getByText("one")).toBeDefined();
    expect(panel.queryByText("kept")).toBeNull();
    expect(panel.getByText("Live")).toBeDefined();
    await user.click(panel.getByRole("button", { name: "Pause" }));
    expect(await panel.findByText("Stopped here")).toBeDefined();
    expect(panel.getByText("two")).toBeDefined();
  });

  it("is the kept end where it cannot be followed", async () => {
    open(AT_JOB, {
      log: "kept\n",
      answers: { "clusters.watchClusterJobLog": () => ({ refuse: 409, code: "conflict", detail: "no log" }) },
    });
    const panel = within(await drawer());
    expect(await panel.findByText("kept")).toBeDefined();
    expect(panel.queryByText("Live")).toBeNull();
  });

  it("says why nothing comes for now", async () => {
    const stream = events(["start", {}], ["fault", { fault: "unreachable" }]);
    open(AT_JOB, { log: "kept\n", answers: { "clusters.watchClusterJobLog": () => ({ stream }) } });
    const panel = within(await drawer());
    expect(await panel.findByText("Nothing answers at its address.")).toBeDefined();
  });
});

describe("a KubeRay namespace", () => {
  it("is a card with what is requested, and says what is not offered for it", async () => {
    open("/data-pipeline", { clusters: [aKubeRay(1)] });
    const [card] = await screen.findAllByRole("article");
    if (!card) return expect.unreachable("a card is shown");
    for (const text of ["1 / 3", "5 / 12", "64.5 CPU, 32 GPU, 550 GB"]) {
      expect(within(card).getByText(text)).toBeDefined();
    }
    expect(screen.getByText(/no services can be deployed from here/)).toBeDefined();
    expect(screen.queryByRole("link", { name: /Processing/ })).toBeNull();
    return expect(screen.getByRole("link", { name: /RayClusters/ })).toBeDefined();
  });

  it("lists its RayClusters, each with its groups and conditions", async () => {
    const { user } = open("/data-pipeline?tab=rayClusters", { clusters: [aKubeRay(1)] });
    await user.click(await screen.findByText("training-head-svc"));
    const panel = within(await screen.findByRole("dialog", { name: "training" }));
    for (const text of [/h100/, /4 replicas · 1–8/, /2 pods each/, /HeadPodReady: True/, /RayJob finetune/]) {
      expect(panel.getByText(text)).toBeDefined();
    }
  });

  it("is registered with its namespace, its token and the certificate of its authority", async () => {
    const { user, sent } = open("/data-pipeline", { clusters: [], isAdmin: true });
    const [register] = await screen.findAllByRole("button", { name: "Register cluster" });
    if (register) await user.click(register);
    const form = await screen.findByRole("dialog", { name: "Register a cluster" });
    await user.click(within(form).getByLabelText("KubeRay in Kubernetes"));
    await user.type(within(form).getByLabelText("Name"), "Video");
    await user.type(within(form).getByLabelText(/API server/), "https://kubernetes.example.com");
    await user.type(within(form).getByLabelText(/^Namespace/), "video");
    await user.type(within(form).getByLabelText(/CA certificate/), "-----BEGIN CERTIFICATE-----");
    await user.type(within(form).getByLabelText(/Token/), "secret-token");
    await user.click(within(form).getByRole("button", { name: "Register cluster" }));
    await waitFor(() => expect(callsOf(sent, "createCluster")).toHaveLength(1));
    expect(callsOf(sent, "createCluster")[0]?.body).toMatchObject({
      kind: "KubeRay",
      namespace: "video",
      address: "https://kubernetes.example.com",
      ca_certificate: "-----BEGIN CERTIFICATE-----",
      token: "secret-token",
    });
  });

  it("has jobs with the operator's message, no log and no button that works", async () => {
    open(AT_JOB, {
      clusters: [aKubeRay(1)],
      job: { type: "RAYJOB", message: "Job is currently running.", may_stop: false },
    });
    const panel = await drawer();
    expect(await within(panel).findByText("Job is currently running.")).toBeDefined();
    expect(within(panel).getByText(/KubeRay tells no logs/)).toBeDefined();
    expect(within(panel).getByText(/Delete or suspend its RayJob/)).toBeDefined();
    expect(within(panel).getByRole("button", { name: "Stop the job" }).hasAttribute("disabled")).toBe(true);
  });
});

describe("a job", () => {
  it("shows its pipeline with the bottleneck, and says that rates need Prometheus", async () => {
    open(AT_JOB, { job: { pipelines: [aPipeline()], pipelines_at: "2026-11-15T12:00:00Z" } });
    const panel = await drawer();
    const operators = within(await within(panel).findByRole("list", { name: "Operators of dataset_4_0" }));
    expect(operators.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("ReadParquet"),
      expect.stringContaining("Bottleneck"),
    ]);
    expect(within(panel).getByText(/need Prometheus/)).toBeDefined();
  });

  it("says why it failed in words, with the first lines of the traceback as text", async () => {
    const traceback = ["Traceback (most recent call last):", "ValueError: <img src=x onerror=alert(1)>"];
    open(AT_JOB, {
      job: { status: "FAILED", error_type: "RUNTIME_ENV_SETUP_FAILURE", traceback, ended_at: "2026-11-15T12:00:00Z" },
    });
    const panel = await drawer();
    expect(await within(panel).findByText("Its runtime environment could not be set up.")).toBeDefined();
    expect(within(panel).getByText(/<img src=x/)).toBeDefined();
    expect(panel.querySelector("img")).toBeNull();
  });

  it("has a log with colours that can be searched and paused", async () => {
    const { user } = open(AT_JOB, { log: "\u001b[31mred\u001b[0m one\nsecond <b>line</b>\n" });
    const panel = await drawer();
    const lines = await within(panel).findByRole("log", { name: "Lines of the log" });
    expect(within(lines).getByText("red").getAttribute("data-color")).toBe("red");
    expect(lines.querySelector("b")).toBeNull();
    await user.type(within(panel).getByRole("textbox", { name: "Search in the log" }), "second");
    expect(within(panel).getByText("1 line matches")).toBeDefined();
    expect(within(lines).queryByText("red")).toBeNull();
    await user.click(within(panel).getByRole("button", { name: "Pause" }));
    expect(within(panel).getByRole("button", { name: "Resume" })).toBeDefined();
  });

  it("with many GPUs is stopped by whoever types its name", async () => {
    const { user, sent } = open(AT_JOB, { job: { gpus: 12, is_stop_typed: true } });
    const panel = await drawer();
    await user.click(await within(panel).findByRole("button", { name: "Stop the job" }));
    const title = await screen.findByText("Stop job raysubmit_1?");
    const question = title.closest<HTMLElement>('[role="dialog"]') ?? expect.unreachable("the title is in a dialog");
    const stop = within(question).getByRole<HTMLButtonElement>("button", { name: "Stop the job" });
    expect(stop.disabled).toBe(true);
    await user.type(within(question).getByRole("textbox"), "raysubmit_1");
    await user.click(stop);
    await waitFor(() => expect(callsOf(sent, "stopClusterJob")[0]?.body).toEqual({ typed_name: "raysubmit_1" }));
  });

  it("says why it cannot be stopped", async () => {
    open(AT_JOB, { job: { type: "DRIVER", may_stop: false } });
    const panel = await drawer();
    expect(await within(panel).findByText(/Ray can stop submitted jobs only/)).toBeDefined();
    expect(within(panel).getByRole<HTMLButtonElement>("button", { name: "Stop the job" }).disabled).toBe(true);
  });
});
