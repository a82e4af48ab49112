import { describe, expect, it } from "vitest";
import { BUCKET_AXES, classFilters, classLabel, UNKNOWN_BUCKET } from "./bucket.rules.ts";

describe("the classes that clips are put into", () => {
  it.each(BUCKET_AXES.map((axis) => [axis.field, axis] as const))(
    "of %s follow each other without a gap",
    (_, axis) => {
      for (const [at, { below }] of axis.classes.entries()) expect(below).toBe(axis.classes[at + 1]?.from);
      expect(axis.classes[0]?.from).toBe(0);
    },
  );

  it("take each shape to the nearest usual one", () => {
    const aspect = BUCKET_AXES.find(({ field }) => field === "aspect");
    const labelOf = (width: number, height: number) =>
      aspect?.classes.find(
        ({ from, below = Number.POSITIVE_INFINITY }) => width / height >= from && width / height < below,
      )?.label;
    expect([
      labelOf(1920, 1080),
      labelOf(1280, 736),
      labelOf(720, 1280),
      labelOf(512, 512),
      labelOf(2560, 1080),
    ]).toEqual(["16:9", "16:9", "9:16", "1:1", "21:9"]);
  });

  it("have a place for what is not known", () => {
    for (const axis of BUCKET_AXES) {
      expect(classLabel(axis, null)).toBe(UNKNOWN_BUCKET);
      expect(classFilters(axis, null)).toEqual([{ field: axis.field, op: "is_null" }]);
    }
  });
});
