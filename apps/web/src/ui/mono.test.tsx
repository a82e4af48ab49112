import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Mono } from "./mono.tsx";
import { renderPart } from "./testing/render.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("Mono shortens what it shows and copies the whole value", async () => {
  const user = userEvent.setup();
  renderPart(<Mono value="0197f3aa-1111" copyAs="request id" shownCharacters={8} />);
  expect(screen.getByText("0197f3aa…").title).toBe("0197f3aa-1111");
  await user.click(screen.getByRole("button", { name: "Copy request id" }));
  expect(await navigator.clipboard.readText()).toBe("0197f3aa-1111");
  expect(screen.getByRole("status").textContent).toBe("Copied");
});

it("Mono says that the browser refused to copy", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  renderPart(<Mono value="abc" copyAs="id" />);
  await user.click(screen.getByRole("button", { name: "Copy id" }));
  expect(screen.getByRole("status").textContent).toContain("manually");
});
