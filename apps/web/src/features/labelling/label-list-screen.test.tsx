import type { DatasetColumnSet, LabelExport } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { aTask, aTaskItem, aTemplate, TASK_ID } from "./testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "./testing/open-labelling.tsx";

const DATASET = "0198c0de-0000-7000-b400-000000000001";
const VIEW = "0198c0de-0000-7000-b500-000000000001";
const AT = "2026-03-02T09:00:00Z";

const listing = (answers: Answers = {}) =>
  openAddress("/label/task/list", {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem()], total: 1 } }),
    ...answers,
  });

it("the list offers the task to continue first, and shows where each one stands", async () => {
  const { user, router } = listing();
  const row = await screen.findByRole("row", { name: /Night captions/ });
  expect(row.textContent).toContain("drives@3 · night");
  expect(row.textContent).toContain("12 of 80");
  expect(row.textContent).toContain("×2");
  const next = await screen.findByRole("region", { name: "Continue labelling" });
  await user.click(within(next).getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/label/task/${TASK_ID}`));
});

it("a task is paused after a confirmation that says what happens", async () => {
  const { user, sent } = listing({
    "labelling.changeLabelTaskStatus": () => ({ reply: aTask("caption_edit", { status: "Paused" }) }),
  });
  await user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Pause task" }));
  await waitFor(() => expect(callsOf(sent, "changeLabelTaskStatus")).toHaveLength(1));
  expect(callsOf(sent, "changeLabelTaskStatus")[0]?.body).toMatchObject({ action: "pause" });
});

it("an external user sees only what can be labelled, and no dataset", async () => {
  const { user } = listing({
    "auth.me": () => ({ reply: aUser({ role: "labeller" }) }),
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem({ source: null })], total: 1 } }),
  });
  await screen.findByRole("row", { name: /Night captions/ });
  expect(screen.queryByRole("button", { name: "New label task" })).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "Dataset" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Actions on Night captions" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["Label", "History"]);
});

const FILE: LabelExport = {
  id: VIEW,
  task_id: TASK_ID,
  format: "parquet",
  shape: "wide",
  answers: "majority",
  as_of: AT,
  status: "Finished",
  rows_done: 12,
  bytes: 900,
  sha256: "ab12cd34ef56".padEnd(64, "0"),
  error: null,
  created_at: AT,
  finished_at: AT,
  expires_at: "2026-04-01T09:00:00Z",
  is_expired: false,
};

const openExports = async (answers: Answers) => {
  const opened = listing({ "labelling.listLabelExports": () => ({ reply: { items: [], total: 0 } }), ...answers });
  await opened.user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await opened.user.click(await screen.findByRole("menuitem", { name: "Export labels" }));
  await screen.findByRole("radiogroup", { name: "Format" });
  return opened;
};

it("an export is started once in the chosen form, and offered for download with its hash", async () => {
  const { user, sent } = await openExports({
    "labelling.listLabelExports": () => ({ reply: { items: [FILE], total: 1 } }),
    "labelling.createLabelExport": () => ({ reply: FILE }),
  });
  await user.click(screen.getByRole("radio", { name: "Parquet" }));
  await user.click(screen.getByRole("radio", { name: "Wide" }));
  await user.click(screen.getByRole("radio", { name: "Majority" }));
  await user.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(callsOf(sent, "createLabelExport")).toHaveLength(1));
  const body = { format: "parquet", shape: "wide", answers: "majority" };
  expect(callsOf(sent, "createLabelExport")[0]?.body).toMatchObject(body);
  const link = await screen.findByRole("link", { name: "Download Parquet" });
  expect(link.getAttribute("href")).toContain(`/label/export/download/${VIEW}`);
  expect(screen.getByText("ab12cd34ef56…")).toBeTruthy();
});

it("Label Studio JSON is exported in its own form, whatever was chosen before", async () => {
  const { user, sent } = await openExports({ "labelling.createLabelExport": () => ({ reply: FILE }) });
  await user.click(screen.getByRole("radio", { name: "Wide" }));
  await user.click(screen.getByRole("radio", { name: "Label Studio JSON" }));
  await user.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(callsOf(sent, "createLabelExport")).toHaveLength(1));
  const body = { format: "label_studio", shape: "long", answers: "raw" };
  expect(callsOf(sent, "createLabelExport")[0]?.body).toMatchObject(body);
});

it("the labels become columns of the dataset, which are named before and linked afterwards", async () => {
  const set: DatasetColumnSet = {
    id: VIEW,
    dataset_id: DATASET,
    version: 3,
    name: "round1",
    columns: [{ name: "round1.labels", type: "integer", encoding: "count", role: null, is_indexed: true }],
    task_id: TASK_ID,
    task_name: "Night captions",
    answers: "majority",
    as_of: AT,
    status: "Finished",
    rows_done: 12,
    bytes: 900,
    sha256: FILE.sha256,
    error: null,
    created_by: "mei",
    created_at: AT,
    finished_at: AT,
  };
  const { user, sent } = await openExports({
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop") }),
    "labelling.listLabelSnapshots": () => ({ reply: { items: [set], total: 1 } }),
    "labelling.createLabelSnapshot": () => ({ reply: set }),
  });
  await user.click(screen.getByRole("radio", { name: "Columns of the dataset" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Round 1");
  expect(screen.getByRole("button", { name: "Use as columns of the dataset" })).toHaveProperty("disabled", true);
  await user.clear(name);
  await user.type(name, "round1");
  expect(screen.getByText("round1.decision")).toBeTruthy();
  expect(screen.getByText("round1.agreement")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Use as columns of the dataset" }));
  await waitFor(() => expect(callsOf(sent, "createLabelSnapshot")).toHaveLength(1));
  expect(callsOf(sent, "createLabelSnapshot")[0]?.body).toMatchObject({ name: "round1", answers: "majority" });
  const link = await screen.findByRole("link", { name: "Open round1 in version 3" });
  const address = new URLSearchParams(link.getAttribute("href")?.split("?")[1]);
  expect(Object.fromEntries(address)).toEqual({ id: DATASET, version: "3", where: "round1.labels IS NOT NULL" });
});

it("the people of a task are set, and what each one did is shown", async () => {
  const person = {
    user_id: VIEW,
    username: "ada",
    is_external: true,
    is_asked: true,
    is_in_group: false,
    leased: 1,
    submitted: 9,
    skipped: 2,
    prefill_kept: 3,
    prefill_total: 4,
    seconds: 90,
    last_at: AT,
  };
  const task = aTask("caption_edit", { people: [person] });
  const { user, sent } = listing({
    "labelling.getLabelTask": () => ({ reply: task }),
    "labelling.setLabelPeople": () => ({ reply: task }),
  });
  await user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await user.click(await screen.findByRole("menuitem", { name: "People" }));
  const row = await screen.findByRole("row", { name: /ada · external/i });
  expect(row.textContent).toMatch(/75\s%/);
  await user.click(screen.getByRole("button", { name: "Save people" }));
  await waitFor(() => expect(callsOf(sent, "setLabelPeople")[0]?.body).toEqual({ usernames: ["ada"], groups: [] }));
});

it("a task is given to a group that is found by a search, beside the groups that it has", async () => {
  const group = (code: string, name: string, members: number) => ({ code, name, description: "", members });
  const task = aTask("caption_edit", { groups: [group("DAY", "Day labellers", 3)] });
  const { user, sent } = listing({
    "labelling.getLabelTask": () => ({ reply: task }),
    "labelling.setLabelPeople": () => ({ reply: task }),
    "labelling.searchLabelGroups": () => ({ reply: { items: [group("NIGHT", "Night labellers", 12)] } }),
  });
  await user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await user.click(await screen.findByRole("menuitem", { name: "People" }));
  expect(await screen.findByText("Day labellers")).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "Groups asked to label" }));
  expect(await screen.findByText("12 members")).toBeTruthy();
  await user.click(screen.getByText("Night labellers"));
  await user.click(screen.getByRole("button", { name: "Save people" }));
  const body = { usernames: [], groups: ["DAY", "NIGHT"] };
  await waitFor(() => expect(callsOf(sent, "setLabelPeople")[0]?.body).toEqual(body));
});

it("the guidelines are written as a new version", async () => {
  const { user, sent } = listing({
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit") }),
    "labelling.updateGuidelines": () => ({ reply: { version: 2, text: "x", created_by: "mei", created_at: AT } }),
  });
  await user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Guidelines" }));
  await user.type(await screen.findByRole("textbox", { name: "Text (Markdown)" }), "!");
  await user.click(screen.getByRole("button", { name: "Save new version" }));
  await waitFor(() => expect(callsOf(sent, "updateGuidelines")).toHaveLength(1));
  expect(callsOf(sent, "updateGuidelines")[0]?.body).toMatchObject({ expect_version: 1 });
});

it("the wizard saves the form as a template and creates the task with it", async () => {
  const dataset = { id: DATASET, name: "drives", version: 3, items: 40 };
  const view = {
    id: VIEW,
    dataset_id: DATASET,
    name: "night",
    version: 3,
    filters: [],
    where: "",
    q: "",
    order_by: "",
    seed: 0,
    items: 12,
    created_by: "mei",
    created_at: AT,
  };
  const template = aTemplate("keep_or_drop");
  const { user, sent } = openAddress(`/label/task/list?new=1&dataset=${DATASET}&view=${VIEW}`, {
    "labelling.listLabelTasks": () => ({ reply: { items: [], total: 0 } }),
    "labelling.listLabelTemplates": () => ({ reply: { items: [], total: 0 } }),
    "datasets.listDatasets": () => ({ refuse: 503, code: "unavailable", detail: "not needed here" }),
    "datasets.getDataset": () => ({ refuse: 503, code: "unavailable", detail: `${dataset.name} is not needed here` }),
    "datasets.listViews": () => ({ reply: { items: [view], total: 1 } }),
    "labelling.createLabelTemplate": () => ({ reply: template }),
    "labelling.createLabelTask": () => ({ reply: aTask("keep_or_drop", { name: "Sort" }) }),
  });
  const next = async (): Promise<void> => user.click(await screen.findByRole("button", { name: "Next" }));
  await next();
  expect(screen.getByText("Enter a name.")).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: "Task name" }), "Sort");
  await next();
  await user.click(await screen.findByRole("button", { name: /^Keep or drop ?Decide/ }));
  await next();
  await next();
  await user.click(await screen.findByRole("button", { name: "Create task" }));
  await waitFor(() => expect(callsOf(sent, "createLabelTask")).toHaveLength(1));
  expect(callsOf(sent, "createLabelTemplate")[0]?.body).toMatchObject({ name: "Keep or drop" });
  expect(callsOf(sent, "createLabelTask")[0]?.body).toMatchObject({
    name: "Sort",
    template_id: template.id,
    template_version: 1,
    source: { kind: "view", view_id: VIEW, count: null },
    overlap: 1,
  });
});
