import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { aReportState } from "../testing/a-label-report.ts";
import { aTask, aTimeline, TASK_ID } from "../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "../testing/open-labelling.tsx";
import "./agreement-tab.tsx";
import "./quality-tab.tsx";

const open = (tab: string, answers: Answers = {}) =>
  openAddress(`/label/history/${TASK_ID}?tab=${tab}`, {
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop") }),
    "labelling.listLabelEvents": () => ({ reply: { items: aTimeline().events, next_cursor: null } }),
    "labelling.getLabelItem": () => ({ reply: aTimeline() }),
    "labelling.getLabelReport": () => ({ reply: aReportState() }),
    ...answers,
  });

it("the agreement tab shows each field with its measure, interval and number of items", async () => {
  open("agreement");
  const table = within(await screen.findByRole("region", { name: "Agreement by field" }));
  const decision = table.getByRole("row", { name: /Decision/ });
  expect(decision.textContent).toContain("80 %");
  expect(decision.textContent).toContain("70 % to 90 %");
  expect(decision.textContent).toContain("α = 0.61");
  expect(decision.textContent).toContain("keep 75 %");
  expect(table.getByRole("row", { name: /Reason/ }).textContent).toContain("undefined: all labels are equal");
  expect(table.getByRole("row", { name: /Note/ }).textContent).toContain("fewer than 20 (n = 3)");
  expect(screen.getByText(/40 items with two labels or more/)).toBeTruthy();
  expect(screen.getByText(/fewer than 20 items or labels are hidden/)).toBeTruthy();
});

it("a pair of people leads to the items on which they agree least", async () => {
  const { user, router } = open("agreement");
  const pairs = within(await screen.findByRole("region", { name: "Pairs of people: Decision" }));
  expect(pairs.getAllByText("fewer than 20 (n = 5)").length).toBeGreaterThan(0);
  const [cell] = pairs.getAllByRole("button", { name: "ada and ben: 70 %" });
  if (!cell) throw new Error("the pair is in the matrix");
  await user.click(cell);
  const chosen = within(await screen.findByRole("region", { name: "ada and ben: Decision" }));
  expect(chosen.getByText("κ = 0.42")).toBeTruthy();
  expect(chosen.getByText(/2 of 9/)).toBeTruthy();
  await user.click(chosen.getByRole("button", { name: "Item 17" }));
  await waitFor(() => expect(router.state.location.search).toContain("open=17"));
  expect(router.state.location.search).toContain("one=ada");
});

it("the quality tab shows each person, and hides what rests on fewer than 20 labels", async () => {
  const { user } = open("quality");
  const table = within(await screen.findByRole("region", { name: "Quality by person" }));
  const ada = table.getByRole("row", { name: /ada/ });
  for (const text of ["8.2 s", "5 %", "40 %", "75 %"]) expect(ada.textContent).toContain(text);
  expect(within(ada).getByRole("img").getAttribute("aria-label")).toContain("2026-02-23: 70 % (n = 30)");
  expect(table.getByRole("row", { name: /cleo/ }).textContent).toContain("fewer than 20 (n = 5)");
  await user.click(screen.getByText("Median time", { selector: ".ant-segmented-item-label" }));
  expect(within(ada).getByRole("img").getAttribute("aria-label")).toContain("2026-02-23: 7.0 s (n = 30)");
});

it("the quality tab shows how well each person answered gold items, if the server tells it", async () => {
  open("quality");
  const table = within(await screen.findByRole("region", { name: "Gold items correct" }));
  const ada = table.getByRole("row", { name: /ada/ });
  for (const text of ["90 %", "80 % to 100 %", "n = 24", "fewer than 20 (n = 6)"])
    expect(ada.textContent).toContain(text);
  expect(table.queryByRole("row", { name: /cleo/ })).toBeNull();
});

it("a task that was not measured yet is measured by one click", async () => {
  const states = [aReportState({ status: "None", report: null, measured_at: null, requested_at: null })];
  const { user, sent } = open("agreement", {
    "labelling.getLabelReport": () => ({ reply: states.at(-1) }),
    "labelling.measureLabelReport": () => {
      states.push(aReportState());
      return { reply: aReportState({ status: "Running", report: null, measured_at: null }) };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Measure now" }));
  expect(await screen.findByRole("region", { name: "Agreement by field" })).toBeTruthy();
  expect(callsOf(sent, "measureLabelReport")).toHaveLength(1);
});

it("a failed measurement says so above the last report", async () => {
  const reply = aReportState({ status: "Failed", error: "measuring stopped" });
  open("quality", { "labelling.getLabelReport": () => ({ reply }) });
  expect((await screen.findByRole("alert")).textContent).toContain("measuring stopped");
  expect(screen.getByRole("region", { name: "Quality by person" })).toBeTruthy();
});

it("an external user has no tabs, and sees the events whatever the URL says", async () => {
  const { sent } = open("agreement", { "auth.me": () => ({ reply: aUser({ role: "labeller" }) }) });
  expect(await screen.findByRole("row", { name: /Submitted/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Agreement" })).toBeNull();
  expect(callsOf(sent, "getLabelReport")).toEqual([]);
});
