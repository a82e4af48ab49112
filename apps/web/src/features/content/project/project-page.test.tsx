import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { callsOf, openContent } from "../testing/open-content.tsx";
import { aProject, aTask, aTaskDetail } from "../testing/some-content.ts";

describe("a project", () => {
  it("says whose it is and lists its tasks, newest first", async () => {
    const { sent } = openContent("?project=prj_ferry&tasks_page=2&tasks_size=10");
    await screen.findByRole("heading", { level: 1, name: "The ferry at dawn" });
    expect(screen.getByRole("link", { name: "mei@customer.example" }).getAttribute("href")).toContain(
      "/platform/user?user=mei%40customer.example",
    );
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => /tsk_\d/.exec(row.textContent ?? "")?.[0])).toEqual(["tsk_2", "tsk_1"]);
    expect(rows[0]?.textContent).toMatch(/Succeeded.*wan-2\.2.*20.*1 m 04 s/);
    const asked = callsOf(sent, "listProjectTasks").at(-1)?.url.searchParams;
    expect([asked?.get("offset"), asked?.get("limit")]).toEqual(["10", "10"]);
  });

  it("opens a task with what went in and came out, and leads to the one it was made from", async () => {
    const { user, router } = openContent("?project=prj_ferry&task=tsk_2", {
      "content.getProjectTask": ({ url }) =>
        url.pathname.endsWith("tsk_2")
          ? { reply: aTaskDetail("tsk_2", { parent_task_id: "tsk_1", status: "failed", error: "out of memory" }) }
          : { reply: aTaskDetail("tsk_1") },
    });
    const drawer = await screen.findByRole("dialog", { name: "Task tsk_2" });
    expect(await within(drawer).findByText("out of memory")).toBeDefined();
    for (const words of ["4242", "guidance", "Failed"]) expect(within(drawer).getByText(words)).toBeDefined();
    expect(within(drawer).getByRole("button", { name: "Play Outputs 1" })).toBeDefined();
    expect(within(drawer).getByRole("img", { name: "Inputs 1" })).toBeDefined();
    await user.click(within(drawer).getByRole("link", { name: "tsk_1" }));
    await waitFor(() => expect(router.state.location.search).toBe("?project=prj_ferry&task=tsk_1"));
    expect(await screen.findByText("The prompt of tsk_1", { selector: "p" })).toBeDefined();
  });

  it("leads back to the wall as it was", async () => {
    const { user, router } = openContent("?source=web&page=2&project=prj_ferry&task=tsk_1");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Back to favourites" }));
    await waitFor(() => expect(router.state.location.search).toBe("?source=web&page=2"));
  });

  it("says calmly that there is no such project", async () => {
    openContent("?project=prj_none", {
      "content.listProjectTasks": () => ({ refuse: 404, code: "not_found", detail: "there is no such project" }),
    });
    expect(await screen.findByRole("heading", { name: "Project not found" })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("has an empty state, and stands with the reason when it cannot be loaded", async () => {
    const empty = openContent("?project=prj_ferry", {
      "content.listProjectTasks": () => ({ reply: { items: [], total: 0, project: aProject({ task_count: 0 }) } }),
    });
    expect(await screen.findByRole("heading", { name: "No tasks yet" })).toBeDefined();
    empty.unmount();
    openContent("?project=prj_ferry", {
      "content.listProjectTasks": () => ({ refuse: 500, detail: "the tasks rest" }),
    });
    expect(await screen.findByText("the tasks rest")).toBeDefined();
  });

  it("shows a running task without a duration", async () => {
    openContent("?project=prj_ferry", {
      "content.listProjectTasks": () => ({
        reply: {
          items: [aTask("tsk_9", { status: "running", finished_at: null, cover: null })],
          total: 1,
          project: aProject(),
        },
      }),
    });
    const row = await screen.findByRole("row", { name: /tsk_9/ });
    expect(row.textContent).toMatch(/Running.*–/);
  });
});
