import { contract, type Route } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { storyOf } from "./demo-story.rules.ts";

const CLIP = { videoKey: "product/demo/a.mp4", posterKey: "product/demo/a.jpg", width: 640, height: 360, durationS: 3 };
const UNTIL_MS = Date.parse("2026-11-15T00:00:00Z");
const story = (index: number, seed = 1) => storyOf({ seed, index, untilMs: UNTIL_MS, clips: [CLIP] });
const STORIES = Array.from({ length: 200 }, (_, index) => story(index));

const routeOf = (path: string): Route => {
  const found = Object.values<Route>(contract.serviceApi).find((route) => route.path === `/api_v1/service/${path}`);
  if (!found) throw new Error(`no route for ${path}`);
  return found;
};

describe("the stories of demonstration customers", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(story(7)).toEqual(STORIES[7]);
    expect(story(7, 2)).not.toEqual(STORIES[7]);
  });

  it("are calls that the API takes", () => {
    for (const { path, body, takes } of STORIES.flat()) {
      const whole = { ...body, ...(takes && { [takes.as]: 1 }) };
      expect(routeOf(path).body?.safeParse(whole)).toMatchObject({ success: true });
    }
  });

  it("happened within two years, and nothing in the future", () => {
    const times = STORIES.flat().map(({ body }) => Date.parse(String(body.occurred_at)));
    expect(Math.max(...times)).toBeLessThanOrEqual(UNTIL_MS);
    expect(Math.min(...times)).toBeGreaterThan(UNTIL_MS - 731 * 86_400_000);
    expect(Math.min(...times)).toBeLessThan(UNTIL_MS - 600 * 86_400_000);
  });

  it("have customers of every kind", () => {
    const paths = (steps: (typeof STORIES)[number]) => new Set(steps.map(({ path }) => path));
    expect(STORIES.some((steps) => paths(steps).has("plan/upsert"))).toBe(true);
    expect(STORIES.some((steps) => !paths(steps).has("order/upsert"))).toBe(true);
    expect(STORIES.some((steps) => paths(steps).has("favorite/upsert"))).toBe(true);
    expect(STORIES.some((steps) => paths(steps).has("credits/void"))).toBe(true);
    const statuses = new Set(STORIES.flat().map(({ body }) => body.status));
    for (const status of ["paid", "failed", "refunded", "active", "cancelled"]) expect(statuses).toContain(status);
  });
});
