import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aBoard, aMotionAxis, anAxis, anEntry, idOf, TASK_ID } from "../testing/a-board.ts";
import { named, openBoard } from "../testing/open-board.ts";

const boardOf = (axis: string): Promise<HTMLElement> => screen.findByRole("table", { name: `Leaderboard: ${axis}` });
const rowsOf = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");

it("the leaderboard tab says who is first, and what is missing to tell the rest", async () => {
  openBoard();
  expect(await screen.findByText(/Model 1 and Model 2 share rank 1 on Overall choice/)).toBeTruthy();
  expect(screen.getByText("About 180 more judgements would separate Model 1 and Model 2.")).toBeTruthy();
  expect(screen.queryByText(/could change rank 1/)).toBeNull();
});

it("the leaderboard tab says how surely the first is ahead where it stands alone", async () => {
  const entries = [anEntry(0), anEntry(1, { rank: 2 }), anEntry(2)];
  openBoard({ board: { axes: [anAxis({ entries })] } });
  expect(
    await screen.findByText("Model 1 ranks first on Overall choice. It is better than Model 2 with probability 81 %."),
  ).toBeTruthy();
});

it("the leaderboard tab shows ranks, scores with intervals, deltas, tallies, n, re-rolls and cost", async () => {
  openBoard();
  const [first = "", , last = ""] = rowsOf(await boardOf("Overall choice"));
  expect(first).toContain("=1");
  expect(first).toContain("1,043 ± 19");
  expect(first).toContain("+107 ± 35");
  expect(first).toContain("40 won, 6 tied, 2 both bad, 12 lost");
  expect(first).toContain("60");
  expect(last).toContain("baseline");
  expect(last).toContain("50 %");
  expect(last).toContain("$0.02");
  expect(screen.getByText(/α = 0.71 \(0.62 to 0.79\)/)).toBeTruthy();
  expect(screen.getByText("Tentative")).toBeTruthy();
});

it("the leaderboard tab shows how likely each beats each, and the categories", async () => {
  openBoard();
  const matrix = await screen.findByRole("table", { name: "Probability that the row beats the column" });
  const [, first] = within(matrix).getAllByRole("row");
  expect(
    within(first as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["", "81 %", "99 %"]);
  const categories = screen.getByRole("table", { name: "By category: Overall choice" });
  expect(rowsOf(categories)).toEqual([
    "motion81,050 ± 40 plus or minus 401,012 ± 40 plus or minus 40938 ± 40 plus or minus 40",
    "text41,030 ± 40 plus or minus 401,040 n = 1–",
  ]);
});

it("the leaderboard tab keeps axis and counting in the address, and asks the server for the counting", async () => {
  const { user, router, sent } = openBoard();
  await boardOf("Overall choice");
  await user.click(screen.getByRole("button", { name: "Motion quality" }));
  expect(await boardOf("Motion quality")).toBeTruthy();
  expect(router.state.location.search).toContain("axis=motion");
  await user.click(screen.getByText("Average"));
  await waitFor(() => expect(router.state.location.search).toContain("aggregation=Average"));
  await waitFor(() =>
    expect(named(sent, "leaderboards.getBoard").map(({ url }) => url.searchParams.get("aggregation"))).toEqual([
      null,
      "Average",
    ]),
  );
  expect(screen.getByText("Low: revise the rubric")).toBeTruthy();
});

it("the leaderboard tab puts what must be known first, and never ranks what is not connected", async () => {
  const entries = [anEntry(0), anEntry(1), anEntry(2, { rank: null, score: null, delta: null })];
  openBoard({
    board: {
      axes: [anAxis({ entries, groups: [[0, 1], [2]] })],
      warnings: [{ kind: "not_connected", message: "Model 3 was never compared with the others." }],
    },
  });
  const warnings = await screen.findByRole("list", { name: "Warnings" });
  expect(warnings.textContent).toContain("Model 3 was never compared with the others.");
  const [, , last = ""] = rowsOf(await boardOf("Overall choice"));
  expect(last).toContain("not connected");
  expect(last.startsWith("–")).toBe(true);
  expect(screen.getByText(/^No judgement connects Model 3 with the ranked models yet/)).toBeTruthy();
});

it("the leaderboard tab does not rank a model that only won, and says what is known of it", async () => {
  const won = { win: 4, tie: 0, loss: 0, both_bad: 0 };
  const entries = [anEntry(0), anEntry(1), anEntry(2, { rank: null, score: null, delta: null, tally: won, votes: 4 })];
  openBoard({ board: { axes: [anAxis({ entries })] } });
  expect(await screen.findByText(/^Model 1 and Model 2 share rank 1 on Overall choice/)).toBeTruthy();
  expect(screen.getByText(/^Model 3 has no rank yet.* It won 4 of 4 judgements\.$/)).toBeTruthy();
  const [, , last = ""] = rowsOf(await boardOf("Overall choice"));
  expect(last.startsWith("–")).toBe(true);
  expect(last).toContain("won all, no score");
});

it("the leaderboard tab tells the method on demand, with hashes, seed and version, and offers both downloads", async () => {
  const { user } = openBoard();
  const summary = await screen.findByText("Method, hashes and seed");
  expect(summary.closest("details")?.open).toBe(false);
  await user.click(summary);
  expect(summary.closest("details")?.open).toBe(true);
  expect(screen.getByTitle("a".repeat(64))).toBeTruthy();
  expect(screen.getByTitle("b".repeat(64))).toBeTruthy();
  expect(screen.getByText("90 % (9 of 10 repeats)")).toBeTruthy();
  const json = screen.getByRole("link", { name: "Download JSON" });
  expect(json.getAttribute("href")).toBe(
    `/api_v1/leaderboard/${TASK_ID}/download?aggregation=All&snapshot=${idOf(50)}&format=json`,
  );
  expect(screen.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toContain("format=csv");
});

it("the leaderboard tab lists the boards that were kept and shows another one", async () => {
  const older = { id: idOf(51), hash: "d".repeat(64), made_at: "2026-01-01T03:04:05Z", made_by: "mei" };
  const newest = aBoard().snapshot;
  const { user, router, sent } = openBoard({
    answers: {
      "leaderboards.listSnapshots": () => ({
        reply: {
          items: [
            { ...newest, votes: 180 },
            { ...older, reason: "early", votes: 90 },
          ],
        },
      }),
    },
  });
  expect(await screen.findByText("Shown")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Show snapshot" }));
  await waitFor(() => expect(router.state.location.search).toContain(`snapshot=${idOf(51)}`));
  await waitFor(() =>
    expect(named(sent, "leaderboards.getBoard").at(-1)?.url.searchParams.get("snapshot")).toBe(idOf(51)),
  );
});

it("the leaderboard tab shows answers option by option where one number cannot say it", async () => {
  const axis = {
    ...aMotionAxis(),
    kind: "list" as const,
    parts: [{ key: "flicker", values: [0.1, 0.25, null], intervals: [{ value: 0.1, low: 0, high: 0.3 }, null, null] }],
  };
  openBoard({ board: { axes: [axis] } });
  const parts = await screen.findByRole("table", { name: "Motion quality, by answer" });
  expect(rowsOf(parts)).toEqual(["flicker10.0 % (0.0–30.0)25.0 % n = 1–"]);
});

it("the leaderboard tab tells others when the board opens, and the owner that nothing is counted yet", async () => {
  const refused = openBoard({
    evaluation: { status: "Benchmarking", is_mine: false, raters: [], gold: [] },
    answers: { "leaderboards.getBoard": () => ({ refuse: 403, code: "not_allowed", detail: "not yet" }) },
  });
  expect(await screen.findByText("The leaderboard is available when judging is finished")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Judgements" })).toBeTruthy();
  refused.unmount();
  const blank = [anAxis({ entries: [anEntry(0, { score: null, rank: null, votes: 0 })] })];
  openBoard({
    evaluation: { status: "Benchmarking" },
    board: { axes: blank, method: { ...aBoard().method, votes: 0 }, snapshot: null },
  });
  expect(await screen.findByText("No judgements yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Invite judges" })).toBeTruthy();
});

it("the leaderboard tab says what failed, and what is gone", async () => {
  const failed = openBoard({ answers: { "leaderboards.getBoard": () => ({ refuse: 500, detail: "no memory left" }) } });
  expect(await screen.findByText("The leaderboard could not be computed")).toBeTruthy();
  failed.unmount();
  openBoard({
    answers: { "evaluations.getEvaluation": () => ({ refuse: 404, code: "not_found", detail: "no such task" }) },
  });
  expect(await screen.findByText("Task not found")).toBeTruthy();
});

it("the leaderboard tab says how many judgements are not blind, why, and that they are left out", async () => {
  const informed = { owner: 4, member: 0, viewer: 1_200, is_counted: false };
  const warnings = [{ kind: "informed_judgements" as const, message: "" }];
  openBoard({ board: { informed, warnings } });
  expect(
    await screen.findByText(
      /4 by the owner and 1,200 by people who saw the grid or results could know the models. These judgements are left out./,
    ),
  ).toBeTruthy();
});

it("the leaderboard tab states how many judgements tell fifty points when the intervals are wide", async () => {
  const score = { value: 1000, low: -550, high: 2550 };
  const needed = [{ a: 0, b: 1, votes: null, resolution: 800, tell: { points: 50, votes: 567, needs_prompts: false } }];
  openBoard({
    board: {
      axes: [anAxis({ entries: [anEntry(0, { score }), anEntry(1, { score })] })],
      needed,
      fragility: { votes: 0, of: 14 },
    },
  });
  expect(
    await screen.findByText("About 570 more judgements would show whether Model 1 and Model 2 differ by 50 points."),
  ).toBeTruthy();
  expect(screen.getByText(/Scores are uncertain by up to 1,550 points/)).toBeTruthy();
  expect(screen.queryByText(/unlikely to separate/)).toBeNull();
  expect(screen.queryByText(/could change rank 1/)).toBeNull();
});
