import type { Page } from "@playwright/test";

export interface Scroll {
  readonly frameMs: readonly number[];
  readonly longTasks: readonly { readonly durationMs: number; readonly from: string }[];
}

const STEP_PX = 50;

/** Scrolls the list a step each frame, back and forth at its ends, and notes how long each frame took. */
export const scrollFor = (page: Page, selector: string, durationMs: number): Promise<Scroll> =>
  page.evaluate(
    async ([query, lastsMs, stepPx]) => {
      const scroller = document.querySelector(query);
      if (!scroller) throw new Error(`nothing scrolls under ${query}`);
      const longTasks: { durationMs: number; from: string }[] = [];
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { attribution = [] } = entry as PerformanceEntry & {
            attribution?: { name: string; containerType: string }[];
          };
          longTasks.push({ durationMs: entry.duration, from: attribution.map(({ name }) => name).join() });
        }
      });
      watch.observe({ entryTypes: ["longtask"] });
      const frameMs: number[] = [];
      let way = 1;
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let before = await nextFrame();
      for (const end = before + lastsMs; before < end; ) {
        scroller.dispatchEvent(new WheelEvent("wheel", { deltaY: way * stepPx, bubbles: true }));
        scroller.scrollTop += way * stepPx;
        const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
        if (isAtEnd) way = -1;
        if (scroller.scrollTop <= 0) way = 1;
        const now = await nextFrame();
        frameMs.push(now - before);
        before = now;
      }
      watch.disconnect();
      return { frameMs, longTasks };
    },
    [selector, durationMs, STEP_PX] as const,
  );

export const percentileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

/** The middle 95 % of what the ratio of two 99th percentiles could have been, had other rounds been drawn. */
export const ratioInterval = (
  rounds: readonly (readonly number[])[],
  against: readonly (readonly number[])[],
): { ratio: number; low: number; high: number } => {
  const draw = (from: readonly (readonly number[])[]): number[] =>
    from.flatMap(() => from[Math.floor(Math.random() * from.length)] ?? []);
  const ratioOf = (one: readonly number[], other: readonly number[]): number =>
    percentileOf(one, 0.99) / percentileOf(other, 0.99);
  const drawn = Array.from({ length: 400 }, () => ratioOf(draw(rounds), draw(against)));
  return {
    ratio: ratioOf(rounds.flat(), against.flat()),
    low: percentileOf(drawn, 0.025),
    high: percentileOf(drawn, 0.975),
  };
};
