import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { named, openBoard } from "../testing/open-board.ts";

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
});

it("the prompts tab lists prompts by disagreement, and by what the reader chooses", async () => {
  const { user, sent, router } = openBoard({ at: "&tab=prompts" });
  const list = await screen.findByRole("grid", { name: "Prompts" });
  expect(await within(list).findByText("Prompt number 5")).toBeTruthy();
  expect(within(list).getAllByText("62 %").length).toBe(2);
  expect(named(sent, "leaderboards.listBoardPrompts")[0]?.url.searchParams.get("sort")).toBe("disagreement");
  await user.click(within(screen.getByRole("radiogroup", { name: "Sort by" })).getByText("Upset"));
  await waitFor(() => expect(router.state.location.search).toContain("sort=upset"));
  await waitFor(() =>
    expect(named(sent, "leaderboards.listBoardPrompts").at(-1)?.url.searchParams.get("sort")).toBe("upset"),
  );
});

it("the prompts tab opens a prompt with its clips, marks, votes by pair and measurements", async () => {
  const { user } = openBoard({ at: "&tab=prompts&prompt=4" });
  const detail = await screen.findByRole("dialog", { name: "Row 5" });
  await waitFor(() => expect(detail.querySelectorAll("video").length).toBe(2));
  const marks = await within(detail).findByRole("list", { name: "Marks" });
  expect(marks.textContent).toContain("0:01.50 flicker, Model 2, the lamp");
  const votes = within(detail).getByRole("table", { name: "Judgements by pair" });
  expect(votes.textContent).toContain("Model 1 vs Model 2");
  expect(votes.textContent).toContain("2 won, 1 tied, 0 both bad, 0 lost");
  const measured = within(detail).getByRole("table", { name: "Measurements" });
  const rows = within(measured).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual(["MetricModel 1Model 2Model 3", "Flicker0.51.52.5", "Cuts00–"]);
  await user.click(within(detail).getByRole("checkbox", { name: "Model 3" }));
  await waitFor(() => expect(detail.querySelectorAll("video").length).toBe(3));
});

it("the prompts tab walks to the neighbours of the page", async () => {
  const { user, router } = openBoard({ at: "&tab=prompts&prompt=0" });
  await screen.findByRole("dialog", { name: "Row 1" });
  await user.click(await screen.findByRole("button", { name: "Next (→)" }));
  await waitFor(() => expect(router.state.location.search).toContain("prompt=4"));
});
