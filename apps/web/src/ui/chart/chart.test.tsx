import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Chart } from "./chart.tsx";
import type { ChartSeries } from "./types.ts";

const { drawChart } = vi.hoisted(() => ({ drawChart: vi.fn() }));
vi.mock("./chart-runtime.ts", () => ({ drawChart }));

afterEach(() => {
  cleanup();
  drawChart.mockReset();
});

const SERIES: ChartSeries[] = [{ name: "model-a", points: [{ x: "motion", y: 61.25, low: 59, high: 63.5 }] }];
const base = { title: "Win rate", kind: "bar", series: SERIES, xName: "Dimension", yName: "Wins, %" } as const;

it("the chart draws when the runtime has come, and its table holds the same numbers", async () => {
  const update = vi.fn();
  drawChart.mockReturnValue({ update, remove: vi.fn() });
  renderPart(<Chart {...base} />);
  await waitFor(() => expect(update).toHaveBeenCalled());
  expect(screen.getByRole("img", { name: /Win rate/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  const cells = within(screen.getByRole("table")).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual(["motion", "61.3", "59.0", "63.5"]);
});

it("the chart falls back to the table when the chart cannot be drawn", async () => {
  drawChart.mockImplementation(() => {
    throw new Error("no canvas");
  });
  renderPart(<Chart {...base} />);
  expect((await screen.findByRole("alert")).textContent).toContain("no canvas");
  expect(screen.getByRole("table")).toBeTruthy();
});

it("the chart says that there is nothing to draw, that it loads, and what failed", () => {
  renderPart(<Chart {...base} series={[]} />);
  expect(screen.getByText("No data yet.")).toBeTruthy();
  cleanup();
  renderPart(<Chart {...base} isLoading />);
  expect(screen.getByRole("status").textContent).toBe("Loading");
  cleanup();
  renderPart(<Chart {...base} error={new Error("no answer")} />);
  expect(screen.getByRole("alert").textContent).toContain("no answer");
});
