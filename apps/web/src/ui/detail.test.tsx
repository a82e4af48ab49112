import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { Detail } from "./detail.tsx";
import { renderPart } from "./testing/render.tsx";
import { useDetailParam } from "./use-detail-param.ts";

afterEach(cleanup);

const NAMES = ["a", "b", "c"];

const List = () => {
  const detail = useDetailParam();
  const index = NAMES.indexOf(detail.openId ?? "");
  const previous = NAMES[index - 1];
  const next = NAMES[index + 1];
  return (
    <>
      {NAMES.map((name) => (
        <button key={name} type="button" onClick={() => detail.open(name)}>
          open {name}
        </button>
      ))}
      <output aria-label="address">{useLocation().search}</output>
      <Detail
        isOpen={index >= 0}
        title={`Task ${detail.openId ?? ""}`}
        onClose={detail.close}
        onPrevious={previous === undefined ? undefined : () => detail.move(previous)}
        onNext={next === undefined ? undefined : () => detail.move(next)}
        position={{ index: index + 1, total: NAMES.length }}
      >
        <input aria-label="note" />
      </Detail>
    </>
  );
};

const address = (): string => screen.getByLabelText("address").textContent ?? "";

it("the detail panel has an address, steps to its neighbours by arrow keys and stops at the ends", async () => {
  renderPart(<List />, { at: "/?page=2&id=b" });
  expect(screen.getByRole("dialog", { name: "Task b" })).toBeTruthy();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(address()).toBe("?page=2&id=c");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(address()).toBe("?page=2&id=a");
  expect(screen.getByText("1 of 3")).toBeTruthy();
});

it("the detail panel leaves the arrows to a text field", async () => {
  renderPart(<List />, { at: "/?id=b" });
  await userEvent.type(screen.getByLabelText("note"), "x{ArrowLeft}");
  expect(address()).toBe("?id=b");
});

it("the detail panel closes on Escape and gives the focus back", async () => {
  renderPart(<List />);
  const opener = screen.getByRole("button", { name: "open b" });
  await userEvent.click(opener);
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  expect(address()).toBe("");
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it("the detail panel shows that it loads, and what failed", () => {
  renderPart(<Detail isOpen title="Task" onClose={() => undefined} isLoading />);
  expect(screen.getByRole("status")).toBeTruthy();
  cleanup();
  renderPart(<Detail isOpen title="Task" onClose={() => undefined} error={new Error("no such task")} />);
  expect(screen.getByRole("alert").textContent).toContain("no such task");
});
