import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_SPAN, type NumberRange, readDenseSlices, readNumberedPage, sizeOf } from "./numbered-page.ts";

const numbersOf = ({ first, last }: NumberRange): number[] =>
  Array.from({ length: sizeOf({ first, last }) }, (_, n) => last - n);
const read = async (span: NumberRange) => numbersOf(span);

describe("a page by numbers", () => {
  it("is the page that skipping would find", async () => {
    const anyPage = fc.record({
      first: fc.nat(50),
      size: fc.nat(60),
      offset: fc.nat(80),
      limit: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(anyPage, async ({ first, size, offset, limit }) => {
        const span = { first, last: first + size - 1 };
        const { items, total } = await readNumberedPage(span, { offset, limit }, read);
        expect(items).toEqual(numbersOf(span).slice(offset, offset + limit));
        expect(total).toBe(size);
      }),
    );
  });

  it("asks nobody past the end, or when there is nothing", async () => {
    const refuse = () => Promise.reject(new Error("asked"));
    expect(await readNumberedPage({ first: 1, last: 10 }, { offset: 10, limit: 5 }, refuse)).toEqual({
      items: [],
      total: 10,
    });
    expect(await readNumberedPage(EMPTY_SPAN, { offset: 0, limit: 5 }, refuse)).toEqual({ items: [], total: 0 });
  });

  it("comes in slices that are the whole", async () => {
    const slices: number[][] = [];
    for await (const slice of readDenseSlices({ first: 3, last: 9 }, 3, read)) slices.push(slice);
    expect(slices).toEqual([[9, 8, 7], [6, 5, 4], [3]]);
  });
});
