import { expect, it } from "vitest";
import { healthOf, isUsable } from "./health.ts";

const well = { last_ok: "2026-11-15T08:00:00Z", last_error: null, p50_s: 4, calls_24h: 10, in_flight: 0 };
const open = { adapter: "videos", is_enabled: true, is_secret_set: false } as const;

it.each([
  [{ ...well, error_rate_24h: 0 }, "ready"],
  [{ ...well, error_rate_24h: 0.1 }, "unsteady"],
  [{ ...well, error_rate_24h: 0.5 }, "failing"],
  [{ ...well, error_rate_24h: null }, "ready"],
  [{ ...well, last_ok: null, error_rate_24h: null }, "untried"],
  [{ ...well, last_error: "401", error_rate_24h: null }, "failing"],
  [{ ...well, last_error: "401", error_rate_24h: 0.01 }, "ready"],
] as const)("the health is judged by the last day, and by the last test when nothing ran", (health, state) => {
  expect(healthOf({ ...open, health })).toBe(state);
});

it("a hosted performer without credentials is reported as such, whatever its past", () => {
  const health = { ...well, error_rate_24h: 0 };
  const fal = { ...open, adapter: "fal", health } as const;
  expect(healthOf(fal)).toBe("noSecret");
  expect(isUsable(fal)).toBe(false);
  expect(isUsable({ ...fal, is_secret_set: true })).toBe(true);
  expect(healthOf({ ...fal, is_enabled: false })).toBe("disabled");
});
