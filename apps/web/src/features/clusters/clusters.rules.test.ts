import { expect, it } from "vitest";
import { jobWatchMs } from "./clusters.rules.ts";

const AT = "2026-03-02T09:00:00Z";

it("a job on an open page is asked for after its end too, but no more once its cluster has forgotten it", () => {
  const running = jobWatchMs({ ended_at: null, gone_at: null });
  const ended = jobWatchMs({ ended_at: AT, gone_at: null });
  expect(Number(running)).toBeGreaterThan(0);
  expect(Number(ended)).toBeGreaterThan(Number(running));
  expect(jobWatchMs({ ended_at: AT, gone_at: AT })).toBe(false);
});
