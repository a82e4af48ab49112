import type { FieldSpec } from "@dailies/contract";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { SpecEditor } from "./spec-editor.tsx";

afterEach(cleanup);

const Held = ({ first, canChangeType }: { first: FieldSpec; canChangeType?: boolean }) => {
  const [spec, setSpec] = useState(first);
  return (
    <>
      <SpecEditor spec={spec} canChangeType={canChangeType} onChange={setSpec} />
      <output aria-label="spec">{JSON.stringify(spec)}</output>
    </>
  );
};

const spec = (): unknown => JSON.parse(screen.getByLabelText("spec").textContent ?? "");

it("the field editor sets and lifts limits, and names those that contradict each other", async () => {
  renderPart(<Held first={{ type: "number", min: 5 }} />);
  const largest = screen.getByRole("spinbutton", { name: "Maximum" });
  await userEvent.type(largest, "3");
  expect(screen.getByText("The maximum must not be less than the minimum.")).toBeTruthy();
  await userEvent.clear(largest);
  expect(spec()).toEqual({ type: "number", min: 5 });
  await userEvent.click(screen.getByRole("checkbox", { name: "Integers only" }));
  expect(spec()).toEqual({ type: "number", min: 5, is_integer: true });
});

it("the field editor takes a pattern, and says why one is refused", async () => {
  renderPart(<Held first={{ type: "text", max_length: 9 }} />);
  const pattern = screen.getByRole("textbox", { name: "Pattern (regular expression)" });
  await userEvent.click(pattern);
  await userEvent.paste("^(a+)+$");
  expect(screen.getByText("A repeated group must not contain alternatives or other repeats.")).toBeTruthy();
  await userEvent.clear(pattern);
  await userEvent.paste("^a+$");
  expect(spec()).toEqual({ type: "text", max_length: 9, pattern: "^a+$" });
});

it("the field editor takes the allowed texts as a list that may be emptied again", async () => {
  renderPart(<Held first={{ type: "text" }} />);
  await userEvent.click(screen.getByRole("button", { name: "Add item" }));
  expect(screen.getByText("This field is required.")).toBeTruthy();
  await userEvent.keyboard("fast");
  expect(spec()).toEqual({ type: "text", options: ["fast"] });
  await userEvent.click(screen.getByRole("button", { name: "Remove item 1" }));
  expect(spec()).toEqual({ type: "text" });
});

it("the field editor keeps the type of what exists and starts anew with another type of what does not", async () => {
  renderPart(<Held first={{ type: "number", max: 3 }} canChangeType />);
  await userEvent.click(screen.getByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByTitle("List"));
  expect(spec()).toEqual({ type: "list", item_type: "text" });
  cleanup();
  renderPart(<Held first={{ type: "boolean" }} />);
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Type" }).disabled).toBe(true);
});
