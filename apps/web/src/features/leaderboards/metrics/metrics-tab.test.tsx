import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openBoard } from "../testing/open-board.ts";

vi.mock("../../../ui/chart/chart-runtime.ts", () => ({ drawChart: () => ({ update: vi.fn(), remove: vi.fn() }) }));

const points = [0, 1, 2].map((entry) => ({ entry, prompt: 0, metric: 0.1 * entry, human: 4 - entry }));

it("the metrics tab draws each metric against people, with the correlation, its interval and n", async () => {
  const { user } = openBoard({
    at: "&tab=metrics",
    answers: {
      "leaderboards.getMetrics": () => ({
        reply: {
          metrics: [
            {
              key: "flicker_luma",
              version: "1/luma256",
              unit: "luma",
              points,
              correlation: { value: -0.42, low: -0.61, high: -0.2 },
            },
            { key: "cuts", version: "1/luma256", unit: "cuts", correlation: null, points: points.slice(0, 1) },
          ],
        },
      }),
    },
  });
  expect(await screen.findByText(/Rank correlation -0.42 \(-0.61 to -0.20\), n = 3 clips/)).toBeTruthy();
  expect(screen.getByText(/Correlation not computable, n = 1 clips/)).toBeTruthy();
  const [turn] = screen.getAllByRole("button", { name: "Show as table" });
  if (turn) await user.click(turn);
  expect(screen.getByRole("rowheader", { name: "Model 2" })).toBeTruthy();
});

it("the metrics tab says that nothing was measured yet, and what failed", async () => {
  const empty = openBoard({
    at: "&tab=metrics",
    answers: { "leaderboards.getMetrics": () => ({ reply: { metrics: [] } }) },
  });
  expect(await screen.findByText("No measurements yet")).toBeTruthy();
  empty.unmount();
  openBoard({
    at: "&tab=metrics",
    answers: { "leaderboards.getMetrics": () => ({ refuse: 500, detail: "no answer" }) },
  });
  expect(await screen.findByText("The measurements could not be loaded")).toBeTruthy();
});
