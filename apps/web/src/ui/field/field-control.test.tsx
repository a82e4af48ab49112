import type { FieldSpec, FieldValue } from "@dailies/contract";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { FieldControl } from "./field-control.tsx";

afterEach(cleanup);

interface HeldProps {
  spec: FieldSpec;
  first: FieldValue | undefined;
  onMade: (value: FieldValue | undefined) => void;
}

const Held = ({ spec, first, onMade }: HeldProps) => {
  const [value, setValue] = useState(first);
  const keep = (next: FieldValue | undefined): void => {
    onMade(next);
    setValue(next);
  };
  return (
    <>
      <FieldControl spec={spec} label="Field" value={value} onChange={keep} />
      <button type="button" onClick={() => setValue(first)}>
        Start over
      </button>
    </>
  );
};

const open = (spec: FieldSpec, first?: FieldValue, language: "en" | "zh" = "en") => {
  const made: (FieldValue | undefined)[] = [];
  renderPart(<Held spec={spec} first={first} onMade={(value) => made.push(value)} />, { language });
  return { last: () => made.at(-1), all: made };
};

it("the field control says which pattern a text must match", async () => {
  const { last } = open({ type: "text", max_length: 20, pattern: "^\\d+:\\d+$" });
  const box = screen.getByRole("textbox", { name: "Field" });
  await userEvent.type(box, "16");
  expect(screen.getByText("Use a text that matches ^\\d+:\\d+$.")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.type(box, ":9");
  expect(last()).toBe("16:9");
});

it("the field control passes on a valid text and says what is wrong with an invalid one", async () => {
  const { last } = open({ type: "text", min_length: 3, max_length: 5 });
  const box = screen.getByRole("textbox", { name: "Field" });
  expect(screen.queryByText("Use at least 3 characters.")).toBeNull();
  await userEvent.type(box, "ab");
  expect(screen.getByText("Use at least 3 characters.")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.type(box, "c");
  expect(last()).toBe("abc");
  await userEvent.type(box, "def");
  expect(screen.getByText("Use at most 5 characters.")).toBeTruthy();
  expect(last()).toBeUndefined();
  expect(screen.getByText("3 to 5 characters")).toBeTruthy();
});

it("the field control takes a number as typed, with its unit and limits, and never bends it", async () => {
  const { last } = open({ type: "number", min: 0, max: 60, is_integer: true, unit: "s" }, 5);
  const box = screen.getByRole("spinbutton", { name: "Field" });
  await userEvent.clear(box);
  expect(screen.getByText("Enter a number.")).toBeTruthy();
  await userEvent.type(box, "90");
  await userEvent.tab();
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("90");
  expect(screen.getByText("Use 60 or less.")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.clear(box);
  await userEvent.type(box, "42");
  expect(last()).toBe(42);
  expect(screen.getByText("0 to 60 s, integers")).toBeTruthy();
});

it("the field control leaves a yes or no unanswered until it is answered", async () => {
  const { last, all } = open({ type: "boolean" });
  expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
  expect(all).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: "No" }));
  expect(last()).toBe(false);
});

it("the field control edits keys and values as rows and refuses a key that stands there twice", async () => {
  const { last } = open({ type: "key_value", value_type: "number" }, { fps: 24 });
  await userEvent.click(screen.getByRole("button", { name: "Add entry" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Key 2" }));
  await userEvent.keyboard("fps");
  expect(screen.getByText("This key is a duplicate.")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.keyboard("_max");
  await userEvent.type(screen.getByRole("spinbutton", { name: "Value of fps_max" }), "60");
  expect(last()).toEqual({ fps: 24, fps_max: 60 });
  await userEvent.click(screen.getByRole("button", { name: "Remove fps" }));
  expect(last()).toEqual({ fps_max: 60 });
});

it("the field control never lets a hostile key through", async () => {
  const { last } = open({ type: "key_value", value_type: "text" }, {});
  await userEvent.click(screen.getByRole("button", { name: "Add entry" }));
  await userEvent.keyboard("__proto__");
  expect(last()).toBeUndefined();
  expect(screen.getByText(/no reserved word/)).toBeTruthy();
});

it("the field control reorders a list with the keyboard and keeps the focus in the moved item", async () => {
  const { last } = open({ type: "list", item_type: "text" }, ["one", "two", "three"]);
  screen.getByRole("textbox", { name: "Item 3" }).focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
  expect(last()).toEqual(["three", "one", "two"]);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Item 1" }));
  await userEvent.click(screen.getByRole("button", { name: "Move item 1 down" }));
  expect(last()).toEqual(["one", "three", "two"]);
});

it("the field control marks the item that stands there twice, and begins anew when the value is changed elsewhere", async () => {
  const { last } = open({ type: "list", item_type: "text", is_unique: true }, ["one", "two"]);
  await userEvent.type(screen.getByRole("textbox", { name: "Item 2" }), "{Backspace}{Backspace}{Backspace}one");
  expect(screen.getByText("This item is a duplicate.")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Item 2" }).value).toBe("two");
});

it("the field control keeps the line breaks of a text in a list", async () => {
  const { last } = open({ type: "list", item_type: "text" }, ["a\nb"]);
  await userEvent.type(screen.getByRole("textbox", { name: "Item 1" }), "c");
  expect(last()).toEqual(["a\nbc"]);
});

it("the field control offers the allowed texts", async () => {
  const { last } = open({ type: "text", options: ["fast", "best"] }, "fast");
  await userEvent.click(screen.getByRole("combobox", { name: "Field" }));
  await userEvent.click(await screen.findByTitle("best"));
  expect(last()).toBe("best");
});

it("the field control says faults in Chinese", async () => {
  open({ type: "text", max_length: 2 }, "", "zh");
  await userEvent.type(screen.getByRole("textbox", { name: "Field" }), "abc");
  expect(screen.getByText("最多 2 个字符。")).toBeTruthy();
});
