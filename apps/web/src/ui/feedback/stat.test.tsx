import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Stat } from "./stat.tsx";

afterEach(cleanup);

it("the statistic shows the value with its half-width, its n and where it moved", () => {
  const { container } = renderPart(
    <Stat
      label="Win rate"
      value={61.24}
      digits={1}
      unit="%"
      halfWidth={2.1}
      n={1480}
      trend={{ delta: -1.3, since: "since v2" }}
    />,
  );
  expect(container.textContent).toContain("61.2 ± 2.1 plus or minus 2.1 %");
  expect(screen.getByText("n = 1,480")).toBeTruthy();
  expect(container.textContent).toContain("Down 1.3 since v2");
});

it("the statistic says that a value was not computed instead of drawing a zero", () => {
  const { container } = renderPart(<Stat label="FVD" />);
  expect(screen.getByText("not computed")).toBeTruthy();
  expect(container.textContent).not.toContain("0");
});
