import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paddedBytes, paddingOf } from "../rating/padded-clip.rules.ts";
import { findLanes } from "./lanes.rules.ts";
import { shareBudget } from "./share-budget.rules.ts";

describe("a budget", () => {
  it("is shared as evenly as there is room, to the last item", () => {
    const room = fc.record({ available: fc.nat(30), lanes: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(
        fc.uniqueArray(room, { selector: ({ available }) => available, minLength: 1 }),
        fc.nat(400),
        (rooms, budget) => {
          const { each, oneMore } = shareBudget(rooms, budget);
          const total =
            rooms.reduce((sum, { available, lanes }) => sum + Math.min(available, each) * lanes, 0) + oneMore;
          const all = rooms.reduce((sum, { available, lanes }) => sum + available * lanes, 0);
          expect(total).toBe(Math.min(budget, all));
          const wanting = rooms.reduce((sum, { available, lanes }) => sum + (available > each ? lanes : 0), 0);
          expect(oneMore).toBeLessThanOrEqual(Math.max(0, wanting - (wanting > 0 ? 1 : 0)));
        },
      ),
    );
  });
});

describe("the padding of a clip", () => {
  it("makes two clips equally long, and is one box from any byte on", () => {
    fc.assert(
      fc.property(fc.nat(300_000), fc.nat(300_000), fc.nat(1_000), (one, other, cut) => {
        const total = paddedBytes(one, other);
        expect(total).toBe(paddedBytes(other, one));
        const box = total - one;
        expect(box).toBeGreaterThanOrEqual(8);
        const at = Math.min(cut, box - 2);
        const whole = paddingOf(box, 0, box - 1);
        expect(whole.readUInt32BE(0)).toBe(whole.length);
        expect(Buffer.concat([paddingOf(box, 0, at), paddingOf(box, at + 1, box - 1)]).equals(whole)).toBe(true);
      }),
    );
  });
});

describe("the lanes", () => {
  it("count where two entries both have a clip, or where one has", () => {
    const set = fc.uniqueArray(fc.nat(99));
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 6 }), (sets) => {
        const entries = sets.map((positions, entry) => {
          const bytes = Buffer.alloc(positions.length * 4);
          for (const [index, position] of positions.entries()) bytes.writeUInt32BE(position, index * 4);
          return { entry, positions: bytes };
        });
        const pairs = findLanes(entries, 100, true);
        expect(pairs).toHaveLength((sets.length * (sets.length - 1)) / 2);
        for (const { a, b, available } of pairs) {
          expect(available).toBe(sets[a]?.filter((position) => sets[b]?.includes(position)).length);
        }
        const alone = findLanes(entries, 100, false);
        expect(alone).toEqual(sets.map((positions, entry) => ({ a: entry, b: entry, available: positions.length })));
      }),
    );
  });
});
