import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Page } from "./page.tsx";
import { renderPart } from "./testing/render.tsx";

afterEach(cleanup);

it("the page header has its title and purpose, and marks the current tab", () => {
  renderPart(
    <Page
      title="Tasks"
      about="Compare models on the same prompts."
      action={<button type="button">Create a task</button>}
      tabs={[
        { key: "mine", title: "Mine", to: "/task-manage?tab=mine", count: "12" },
        { key: "all", title: "All", to: "/task-manage?tab=all" },
      ]}
      activeTab="mine"
    >
      body
    </Page>,
  );
  const page = screen.getByRole("region", { name: "Tasks" });
  expect(within(page).getByRole("heading", { level: 1 }).textContent).toBe("Tasks");
  expect(within(page).getByText("Compare models on the same prompts.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Mine/ }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "All" }).getAttribute("href")).toBe("/task-manage?tab=all");
  expect(document.title).toBe("Tasks · Dailies");
});
