import { describe, expect, it } from "vitest";
import { BLANK_QUESTION, keyFrom, questionFaults, withMetric, withSource } from "../question/question-draft.ts";
import { aDimension, aSet } from "../testing/fake-dimensions.ts";
import {
  bodyOf,
  draftOf,
  isSame,
  moved,
  sharesOf,
  withDimension,
  withEntry,
  without,
  withVersion,
} from "./set-draft.ts";

const [a, b, c] = [aDimension(1), aDimension(2), aDimension(3)];
const draft = draftOf(aSet(1, [a, b]));
const idsOf = ({ items }: typeof draft): string[] => items.map(({ dimension_id }) => dimension_id);

describe("a set in the editor", () => {
  it("takes each dimension once, moves it and lets it go", () => {
    const three = withDimension(withDimension(draft, c), c);
    expect(idsOf(three)).toEqual([a.id, b.id, c.id]);
    expect(idsOf(moved(three, 2, 0))).toEqual([c.id, a.id, b.id]);
    expect(moved(three, 0, -1)).toBe(three);
    expect(moved(three, 2, 3)).toBe(three);
    expect(idsOf(without(three, a.id))).toEqual([b.id, c.id]);
  });

  it("keeps how it uses a dimension when that gets a new version", () => {
    const used = withEntry(draft, a.id, { weight: 3, section: "Motion", is_required: false });
    const [entry] = withVersion(used, { ...a, version: 2, name: "Anew" }).items;
    expect(entry).toMatchObject({
      dimension_version: 2,
      name: "Anew",
      weight: 3,
      section: "Motion",
      is_required: false,
    });
  });

  it("weighs to a hundred per cent, without what has no direction", () => {
    const weigh = (...given: [number, "higher" | "none"][]) =>
      sharesOf(given.map(([weight, direction]) => ({ weight, direction })));
    expect(weigh([1, "higher"], [3, "higher"], [5, "none"])).toEqual([0.25, 0.75, null]);
    expect(weigh([0, "higher"])).toEqual([null]);
  });

  it("is the same when only its questions read differently, and another when its order changes", () => {
    expect(isSame(draft, { ...draft, items: draft.items.map((item) => ({ ...item, name: "x" })) })).toBe(true);
    expect(isSame(draft, moved(draft, 0, 1))).toBe(false);
    expect(Object.keys(bodyOf(draft).items[0] ?? {}).sort()).toEqual([
      "dimension_id",
      "dimension_version",
      "is_required",
      "section",
      "weight",
    ]);
  });
});

describe("a question in the panel", () => {
  it("gets a key from its name", () => {
    expect(keyFrom("  Größe & Form!")).toBe("gro_e_form");
    expect(keyFrom("运动")).toBe("");
  });

  it("takes unit and direction from what is measured", () => {
    const measured = withMetric(withSource({ ...BLANK_QUESTION, field: { type: "boolean" } }, "auto"), "freeze_s");
    expect(measured).toMatchObject({
      metric_key: "freeze_s",
      direction: "lower",
      field: { type: "number", unit: "s" },
    });
    expect(questionFaults({ ...measured, key: "k", name: "n" }, true)).toEqual({});
    expect(withSource(measured, "human").metric_key).toBeNull();
  });

  it("says what is missing by field", () => {
    expect(questionFaults(BLANK_QUESTION, true)).toMatchObject({ name: "please enter a name" });
    expect(Object.keys(questionFaults(BLANK_QUESTION, true))).toContain("key");
  });
});
