import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Confirm } from "./confirm.tsx";

afterEach(cleanup);

const base = {
  isOpen: true,
  title: "Delete task Night drive?",
  effect: "Its 48 clips stay.",
  action: "Delete task",
};

it("the confirm dialog acts once and closes when the act succeeds", async () => {
  const onConfirm = vi.fn(async () => undefined);
  const onClose = vi.fn();
  renderPart(<Confirm {...base} onConfirm={onConfirm} onClose={onClose} />);
  expect(screen.getByRole("dialog", { name: "Delete task Night drive?" }).textContent).toContain("Its 48 clips stay.");
  await userEvent.click(screen.getByRole("button", { name: "Delete task" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("the confirm dialog cannot be left while it works", async () => {
  const onClose = vi.fn();
  const work = Promise.withResolvers<void>();
  renderPart(<Confirm {...base} onConfirm={() => work.promise} onClose={onClose} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete task" }));
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  work.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("the confirm dialog keeps the reason inside when the act fails", async () => {
  const onClose = vi.fn();
  const onConfirm = () => Promise.reject(new Error("the task is running"));
  renderPart(<Confirm {...base} onConfirm={onConfirm} onClose={onClose} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete task" }));
  expect((await screen.findByRole("alert")).textContent).toContain("the task is running");
  expect(onClose).not.toHaveBeenCalled();
});

it("the confirm dialog asks for the name before what cannot be undone", async () => {
  renderPart(<Confirm {...base} typedName="Night drive" onConfirm={async () => undefined} onClose={() => undefined} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Delete task" });
  expect(button.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText("Type “Night drive” to confirm"), "Night drive");
  expect(button.disabled).toBe(false);
});
