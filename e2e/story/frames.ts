import type { Page } from "@playwright/test";

export interface Scroll {
  readonly frameMs: readonly number[];
  readonly longTasks: readonly { readonly durationMs: number; readonly from: string }[];
}

const STEP_PX = 50;

/**
 * Scrolls a step each frame, back and forth at the ends, and notes how long each frame took; `acrossPx` is how much of each
 * step goes sideways as well.
 */
export const scrollFor = (page: Page, selector: string, durationMs: number, acrossPx = 0): Promise<Scroll> =>
  page.evaluate(
    async ([query, lastsMs, stepPx, sidePx]) => {
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
      const axes = [
        { at: "scrollTop", seen: "clientHeight", whole: "scrollHeight", step: stepPx },
        { at: "scrollLeft", seen: "clientWidth", whole: "scrollWidth", step: sidePx },
      ] as const;
      const ways = axes.map(() => 1);
      const stepOn = ({ at, seen, whole, step }: (typeof axes)[number], index: number): void => {
        scroller[at] += (ways[index] ?? 1) * step;
        if (scroller[at] + scroller[seen] >= scroller[whole] - 1) ways[index] = -1;
        if (scroller[at] <= 0) ways[index] = 1;
      };
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let before = await nextFrame();
      for (const end = before + lastsMs; before < end; ) {
        scroller.dispatchEvent(new WheelEvent("wheel", { deltaY: (ways[0] ?? 1) * stepPx, bubbles: true }));
        axes.forEach(stepOn);
        const now = await nextFrame();
        frameMs.push(now - before);
        before = now;
      }
      watch.disconnect();
      return { frameMs, longTasks };
    },
    [selector, durationMs, STEP_PX, acrossPx] as const,
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
