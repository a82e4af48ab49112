import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Skeleton } from "./skeleton.tsx";

afterEach(cleanup);

it("the skeleton draws the asked number of lines and says that something loads", () => {
  renderPart(<Skeleton rows={3} />);
  const skeleton = screen.getByRole("status");
  expect(skeleton.textContent).toBe("Loading");
  expect(skeleton.querySelectorAll(".ds-skeleton-line")).toHaveLength(3);
});
