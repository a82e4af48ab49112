import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { ProgressTrack } from "./progress-track.tsx";

afterEach(cleanup);

const fillOf = (track: Element | null): string | undefined =>
  track?.querySelector<HTMLElement>("span")?.style.transform;

it("the track shows a share of at most one and tells whole numbers", () => {
  renderPart(<ProgressTrack label="Shards of Ferry" done={99.9} total={100} />);
  renderPart(<ProgressTrack label="Late labels" done={12} total={8} />);
  const bar = screen.getByRole("progressbar", { name: "Shards of Ferry" });
  expect(bar.getAttribute("aria-valuenow")).toBe("99");
  expect(fillOf(screen.getByRole("progressbar", { name: "Late labels" }))).toBe("scaleX(1)");
});

it("the track is full and has no value while the work is being counted, and is empty without work", () => {
  renderPart(<ProgressTrack label="Counting" done={undefined} total={100} />);
  renderPart(<ProgressTrack label="Nothing to do" done={0} total={0} />);
  const counting = screen.getByRole("progressbar", { name: "Counting" });
  expect(counting.hasAttribute("aria-valuenow")).toBe(false);
  expect(fillOf(counting)).toBe("scaleX(1)");
  expect(fillOf(screen.getByRole("progressbar", { name: "Nothing to do" }))).toBe("scaleX(0)");
});

it("the track without a label is skipped by screen readers", () => {
  renderPart(<ProgressTrack done={1} total={4} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(fillOf(document.querySelector(".ds-track[aria-hidden]"))).toBe("scaleX(0.25)");
});
