import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Progress } from "./progress.tsx";

afterEach(cleanup);

it("the progress bar shows count, rate and time left, and can be cancelled", async () => {
  const onCancel = vi.fn();
  renderPart(<Progress label="Packing" done={1200} total={4800} ratePerSecond={3} onCancel={onCancel} />);
  expect(screen.getByText("1,200 of 4,800 · 3.0 per second · about 20 m 00 s left")).toBeTruthy();
  const bar = screen.getByRole("progressbar", { name: "Packing" });
  expect(bar.getAttribute("aria-valuenow")).toBe("1200");
  await userEvent.click(screen.getByRole("button", { name: "Cancel Packing" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it("the progress bar claims no share and no time left while the total is unknown", () => {
  renderPart(<Progress label="Counting" done={7} />);
  expect(screen.getByText("7 done · estimating the time left")).toBeTruthy();
  expect(screen.getByRole("progressbar").hasAttribute("aria-valuenow")).toBe(false);
});

it("the progress bar offers no cancel once it has ended", () => {
  renderPart(<Progress label="Packing" done={3} total={3} state="done" onCancel={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("Done")).toBeTruthy();
});
