import fc from "fast-check";
import { expect, it } from "vitest";
import { clockOf, tileAt, tileStyle } from "./sprite.ts";

const sheet = { url: 'https://media.test/a"b.webp', columns: 5, tiles: 8, tileWidthPx: 160, tileHeightPx: 90 };

it.each([
  [0, 0],
  [0.13, 1],
  [0.999, 7],
  [1, 7],
  [7, 7],
  [-1, 0],
])("at %f of the clip shows tile %i", (share, tile) => expect(tileAt(sheet, share)).toBe(tile));

it("the sprite puts a tile over the whole element and quotes the address", () => {
  expect(tileStyle(sheet, 6)).toEqual({
    backgroundImage: String.raw`url("https://media.test/a\"b.webp")`,
    backgroundSize: "500% 200%",
    backgroundPosition: "25% 100%",
  });
  expect(tileStyle({ ...sheet, columns: 1, tiles: 1 }, 0).backgroundPosition).toBe("0% 0%");
});

it("the sprite position never leaves the sheet", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.float({ min: -2, max: 3, noNaN: true }), (tiles, share) => {
      const tile = tileAt({ tiles }, share);
      return tile >= 0 && tile < tiles;
    }),
  );
});

it.each([
  [0, "0:00"],
  [63.4, "1:03"],
  [3725, "1:02:05"],
])("the clip duration writes %f seconds as %s", (seconds, clock) => expect(clockOf(seconds)).toBe(clock));
