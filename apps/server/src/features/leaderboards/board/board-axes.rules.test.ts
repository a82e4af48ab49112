import { describe, expect, it } from "vitest";
import type { BoardQuestion } from "../inputs/evaluation-facts.store.ts";
import { levelOf, planAxes } from "./board-axes.rules.ts";

const question = (key: string, more: Partial<BoardQuestion> = {}): BoardQuestion => ({
  key,
  name: `Of ${key}`,
  direction: "higher",
  source: "human",
  metric_key: null,
  weight: 2,
  field: { type: "number", min: -1, max: 1, is_integer: true },
  ...more,
});
const stars = question("stars", { field: { type: "number", min: 1, max: 5, is_integer: true } });
const words = question("words", { field: { type: "text" }, direction: "none" });
const flicker = question("flicker", { source: "auto", metric_key: "flicker_luma", direction: "lower" });
const keys = (axes: ReturnType<typeof planAxes>) => axes.map(({ facts, from }) => `${from}:${facts.key}:${facts.kind}`);

describe("the axes of a board", () => {
  it("take the first comparison of pairs for the choice itself and do not count it twice", () => {
    const axes = planAxes("pairwise", [question("overall"), question("motion"), stars, words, flicker]);
    expect(keys(axes)).toEqual(["choice:choice:choice", "comparison:motion:choice", "measurement:flicker:number"]);
    expect(axes[0]?.facts).toMatchObject({ name: "Of overall", weight: 2, direction: "higher" });
  });

  it("have a choice also where no question asks for it", () => {
    expect(keys(planAxes("pairwise", [words]))).toEqual(["choice:choice:choice"]);
  });

  it("are all questions where clips are rated alone, first one that says who is better", () => {
    expect(keys(planAxes("rating", [words, stars, flicker]))).toEqual([
      "answers:stars:number",
      "answers:words:text",
      "measurement:flicker:number",
    ]);
  });

  it("are measurements alone where nobody is asked, in the version of today or whatever a judge has", () => {
    const judge = question("judge", { source: "judge", metric_key: "019a0000-0000-7000-8000-000000000004" });
    const axes = planAxes("auto", [stars, flicker, judge]);
    expect(keys(axes)).toEqual(["measurement:flicker:number", "measurement:judge:number"]);
    expect(axes[0]).toMatchObject({ metricKey: "flicker_luma", version: "1/luma256" });
    expect(axes[1]).toMatchObject({ metricKey: "judge:019a0000-0000-7000-8000-000000000004", version: undefined });
  });

  it("know what a difference on their scale means", () => {
    expect(levelOf(stars.field)).toBe("ordinal");
    expect(levelOf({ type: "number", min: 0, max: 100, is_integer: true })).toBe("interval");
    expect(levelOf({ type: "boolean" })).toBe("nominal");
  });
});
