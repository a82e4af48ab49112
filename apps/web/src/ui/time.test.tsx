import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "./testing/render.tsx";
import { Time } from "./time.tsx";

afterEach(cleanup);

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

it("the time label says how long ago, and the exact time with its zone on hover", () => {
  const at = ago(3 * 60_000 + 5000);
  renderPart(<Time at={at} />);
  const time = screen.getByText("3 minutes ago");
  expect(time.getAttribute("datetime")).toBe(at);
  expect(time.title).toMatch(/\d{2}:\d{2}:\d{2} \S+/);
});

it("the time label is written in Chinese", () => {
  renderPart(<Time at={ago(1000)} />, { language: "zh" });
  expect(screen.getByText("刚刚")).toBeTruthy();
});
