import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { ErrorPanel } from "./error-panel.tsx";

afterEach(cleanup);

const refused = Object.assign(new Error("the database did not answer"), { requestId: "0197-req" });

it("the error panel says what failed, carries the request id and retries", async () => {
  const onRetry = vi.fn();
  renderPart(<ErrorPanel title="The task list could not be loaded" error={refused} onRetry={onRetry} />);
  const panel = screen.getByRole("alert");
  expect(panel.textContent).toContain("The task list could not be loaded");
  expect(panel.textContent).toContain("the database did not answer");
  expect(screen.getByRole("button", { name: "Copy request id" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("the error panel names the call beside the request id", () => {
  const call = { method: "GET", path: "/api_v1/task/7" };
  renderPart(<ErrorPanel error={Object.assign(new Error("no such task"), call, { requestId: "0197-req" })} />);
  expect(screen.getByText("GET /api_v1/task/7").tagName).toBe("CODE");
  expect(screen.getByText("0197-req")).toBeTruthy();
});

it("the error panel has a default message for an error without one", () => {
  renderPart(<ErrorPanel error={{ odd: true }} />);
  expect(screen.getByRole("alert").textContent).toContain("An internal error occurred");
});
