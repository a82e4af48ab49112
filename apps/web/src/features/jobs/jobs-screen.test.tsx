import { JOB_QUEUES, type JobItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./acts/act-dialog.tsx";
import "./detail/job-drawer.tsx";
import "./jobs-screen.tsx";
import "./queues/queues-dialog.tsx";
import "./queues/stuck-dialog.tsx";
import { aJob, aJobDetail, someCounts, someRates } from "./testing/a-job.ts";

type Answers = Parameters<typeof fakeApi>[0];

const openJobs = (address = "/admin/job-manage", jobs: JobItem[] = [aJob(1), aJob(2)], answers: Answers = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] }) }),
    "jobs.searchJobs": () => ({ reply: { items: jobs, next_cursor: null } }),
    "jobs.countJobs": () => ({ reply: someCounts(jobs.length) }),
    "jobs.getJobRates": () => ({ reply: someRates() }),
    "jobs.getJob": ({ url }) => {
      const found = jobs.find(({ id }) => url.pathname.endsWith(id));
      return found ? { reply: aJobDetail(found) } : { refuse: 404, code: "not_found", detail: "there is no such job" };
    },
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

const bodiesOf = (sent: readonly SentCall[], name: string): unknown[] =>
  sent.filter((call) => call.name === `jobs.${name}`).map(({ body }) => body);
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("the list of jobs", () => {
  it("shows what each is, how long it took, how often it was tried and what went wrong", async () => {
    openJobs();
    const first = await row("Night drive 1");
    for (const text of ["Export", "Failed", "mei", "2 m 00 s", "2", "the table is gone"])
      expect(within(first).getByText(text)).toBeDefined();
  });

  it("asks for what the address filters by, and takes an id for an id", async () => {
    const { sent, user } = openJobs("/admin/job-manage?status=Failed&kind=export&kind=package&owner=mei");
    await row("Night drive 1");
    expect(bodiesOf(sent, "searchJobs")[0]).toMatchObject({
      statuses: ["Failed"],
      kinds: ["export", "package"],
      owner: "mei",
    });
    expect(bodiesOf(sent, "countJobs")[0]).not.toHaveProperty("statuses");
    const box = screen.getByRole("searchbox", { name: "Title, error or id" });
    await user.type(box, aJob(7).id);
    await waitFor(() => expect(bodiesOf(sent, "searchJobs").at(-1)).toMatchObject({ id: aJob(7).id }));
    await user.clear(box);
    await user.type(box, "table");
    await waitFor(() => expect(bodiesOf(sent, "searchJobs").at(-1)).toMatchObject({ text: "table" }));
  });

  it("counts by status, and a click shows only those", async () => {
    const { user, router } = openJobs();
    const failed = await screen.findByRole("button", { name: /Failed\s*2/ });
    expect(screen.getByRole("button", { name: /Finished\s*10,000\+/ })).toBeDefined();
    await user.click(failed);
    await waitFor(() => expect(router.state.location.search).toBe("?status=Failed"));
    await user.click(await screen.findByRole("button", { name: /Failed\s*2/, pressed: true }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("shows older jobs on demand", async () => {
    const { sent, user } = openJobs("/admin/job-manage", [], {
      "jobs.searchJobs": ({ body }) => {
        const isFirst = !(body as { cursor?: string }).cursor;
        return { reply: { items: [aJob(isFirst ? 1 : 2)], next_cursor: isFirst ? "after-1" : null } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Show older jobs" }));
    await row("Night drive 2");
    expect(bodiesOf(sent, "searchJobs").at(-1)).toMatchObject({ cursor: "after-1" });
    expect(screen.queryByRole("button", { name: "Show older jobs" })).toBeNull();
  });

  it("says when there is none, when nothing matches, and what failed", async () => {
    const none = openJobs("/admin/job-manage", []);
    expect(await screen.findByRole("heading", { name: "No background jobs yet" })).toBeDefined();
    none.unmount();
    const unmatched = openJobs("/admin/job-manage?status=Failed", []);
    expect(await screen.findByRole("heading", { name: "No job matches" })).toBeDefined();
    unmatched.unmount();
    openJobs("/admin/job-manage", [], { "jobs.searchJobs": () => ({ refuse: 500, detail: "the list is away" }) });
    expect((await screen.findAllByText("the list is away")).length).toBeGreaterThan(0);
  });
});

describe("the charts of the last hours", () => {
  it("have words for what they draw, follow the kinds of the filter, and open the oldest waiting job", async () => {
    const { sent, user, router } = openJobs("/admin/job-manage?kind=export");
    const charts = within(await screen.findByRole("region", { name: "The last hours" }));
    expect(
      await charts.findByRole("img", { name: /^Failed per minute over the last 6 hours: 0.0 now, at most 5.0/ }),
    ).toBeDefined();
    expect(charts.getByRole("img", { name: /^Wait before the start over the last 6 hours: 4.0 s now/ })).toBeDefined();
    expect(bodiesOf(sent, "getJobRates")[0]).toEqual({ kinds: ["export"], hours: 6 });
    await user.click(charts.getByText("24 h"));
    await waitFor(() => expect(bodiesOf(sent, "getJobRates").at(-1)).toMatchObject({ hours: 24 }));
    await user.click(charts.getByRole("button", { name: /^Oldest in a queue: .*, Dataset indexing$/ }));
    await waitFor(() => expect(router.state.location.search).toContain(`job=${aJob(4).id}`));
  });

  it("say what failed, and the list stays", async () => {
    openJobs("/admin/job-manage", [aJob(1)], { "jobs.getJobRates": () => ({ refuse: 500, detail: "no rates" }) });
    expect(await screen.findByText("no rates")).toBeDefined();
    expect(await row("Night drive 1")).toBeDefined();
  });
});

describe("a job in its drawer", () => {
  it("of a cluster has the end of its log as text, and a link to its page", async () => {
    const one = aJob(1, { kind: "cluster_job", acts: [] });
    const log = { lines: ["step 1", "<b>step 2</b>"], is_whole: false, read_at: "2026-01-02T03:05:00Z" };
    openJobs(`/admin/job-manage?job=${one.id}`, [one], {
      "jobs.getJob": () => ({ reply: { ...aJobDetail(one), execution: null, log } }),
    });
    const drawer = await screen.findByRole("dialog", { name: "Night drive 1" });
    expect(await within(drawer).findByText(/<b>step 2<\/b>/)).toBeDefined();
    const link = within(drawer).getByRole("link", { name: "Open its page" });
    expect(link.getAttribute("href")).toContain(`/data-pipeline?cluster=${one.subject_id}&job=${one.id}`);
  });

  it("has its timeline, its payload and what its workflow does, and is retried from there", async () => {
    const { sent, user } = openJobs(`/admin/job-manage?job=${aJob(1).id}`, [aJob(1)], {
      "jobs.countJobActs": () => ({ reply: aCount(1) }),
      "jobs.retryJobs": () => ({ reply: { done: 1, refused: [], next_cursor: null } }),
    });
    const drawer = await screen.findByRole("dialog", { name: "Night drive 1" });
    expect(await within(drawer).findByText(/"app_token": "••••••"/)).toBeDefined();
    expect(within(drawer).getByText("waits for a worker, attempt 7")).toBeDefined();
    expect(within(drawer).getByText("503 from the base")).toBeDefined();
    await user.click(within(drawer).getByRole("button", { name: "Retry" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry failed jobs" });
    await user.click(await within(dialog).findByRole("button", { name: "Retry 1 job" }));
    expect(await within(dialog).findByText("1 job was retried.")).toBeDefined();
    expect(bodiesOf(sent, "retryJobs")[0]).toMatchObject({ ids: [aJob(1).id] });
  });
});

const aCount = (retry: number) => ({
  retry,
  cancel: 0,
  is_exact: true,
  without_retry: ["label_export" as const],
  without_cancel: [],
  counted_at: "2026-01-02T04:00:00Z",
});

describe("a retry by filter", () => {
  it("says how many first, works batch by batch, and reports refusals in words", async () => {
    const { sent, user } = openJobs("/admin/job-manage?owner=mei", [aJob(1)], {
      "jobs.countJobActs": () => ({ reply: aCount(50) }),
      "jobs.retryJobs": ({ body }) => {
        const isFirst = !(body as { cursor?: string }).cursor;
        const refused = [{ reason: "this export is still running", jobs: 1 }];
        return { reply: { done: isFirst ? 20 : 28, refused, next_cursor: isFirst ? "after-20" : null } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Retry failed…" }));
    const dialog = await screen.findByRole("dialog", { name: "Retry failed jobs" });
    expect(await within(dialog).findByText(/^50 failed jobs of the current filter/)).toBeDefined();
    expect(within(dialog).getByText("Cannot be retried: Label export.")).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Retry 50 jobs" }));
    expect(await within(dialog).findByText("48 jobs were retried.")).toBeDefined();
    expect(within(dialog).getByText("2 refused: this export is still running")).toBeDefined();
    const counted_at = "2026-01-02T04:00:00Z";
    expect(bodiesOf(sent, "retryJobs")).toEqual([
      { filter: { owner: "mei" }, counted_at },
      { filter: { owner: "mei" }, counted_at, cursor: "after-20" },
    ]);
  });

  it("offers nothing when there is nothing to retry", async () => {
    const { user } = openJobs("/admin/job-manage", [], { "jobs.countJobActs": () => ({ reply: aCount(0) }) });
    await user.click(await screen.findByRole("button", { name: "Retry failed…" }));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Retry 0 jobs" });
    expect(button.disabled).toBe(true);
  });
});

describe("queues and stuck jobs", () => {
  it("a queue is paused with a reason", async () => {
    const queues = JOB_QUEUES.map((queue) => ({ queue, paused: null, waiting: 0, oldest_at: null }));
    const { sent, user } = openJobs("/admin/job-manage", [], {
      "jobs.listJobQueues": () => ({ reply: { items: queues } }),
      "jobs.pauseJobQueue": () => ({ reply: { items: queues } }),
    });
    await user.click(await screen.findByRole("button", { name: "Queues…" }));
    await user.click(await screen.findByRole("button", { name: "Pause Package" }));
    await user.type(screen.getByRole("textbox", { name: "Pause Package" }), "the disk is full{Enter}");
    await waitFor(() =>
      expect(bodiesOf(sent, "pauseJobQueue")).toEqual([
        { queue: "package", is_paused: true, reason: "the disk is full" },
      ]),
    );
  });

  it("a stuck job is named with its reason, and opens", async () => {
    const stuck = { job: aJob(1), reason: "failing" as const, attempts: 12, error: "503 from the base" };
    const { user, router } = openJobs("/admin/job-manage", [aJob(1)], {
      "jobs.findStuckJobs": () => ({ reply: { items: [stuck], looked_at: 4, is_complete: true } }),
    });
    await user.click(await screen.findByRole("button", { name: "Stuck jobs…" }));
    expect(await screen.findByText("Its step fails again and again: attempt 12.")).toBeDefined();
    const dialog = screen.getByRole("dialog", { name: "Stuck jobs" });
    await user.click(within(dialog).getByRole("button", { name: "Night drive 1" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?job=${aJob(1).id}`));
  });
});
