import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { EmptyState } from "./empty-state.tsx";

afterEach(cleanup);

it("the empty state says what the place is for, offers one action and draws a picture that is not read aloud", () => {
  const { container } = renderPart(
    <EmptyState title="No tasks yet" action={<button type="button">Create a task</button>}>
      A task compares models on the same prompts.
    </EmptyState>,
  );
  expect(screen.getByRole("heading", { name: "No tasks yet" })).toBeTruthy();
  expect(screen.getByText("A task compares models on the same prompts.")).toBeTruthy();
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});
