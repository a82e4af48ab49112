import type { FieldValue } from "@dailies/contract";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useRef, useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AnswerForm, type AnswerFormHandle } from "./answer-form.tsx";
import { type AnswerQuestion, type Answers, answerFaults, choose } from "./answer-values.ts";
import { aQuestion } from "./testing/a-question.ts";

const motion = aQuestion("motion", {
  name: "Motion",
  field: {
    type: "number",
    min: 1,
    max: 5,
    is_integer: true,
    display: "likert",
    labels: [
      { value: 1, words: "Bad" },
      { value: 5, words: "Excellent" },
    ],
  },
});
const usable = aQuestion("usable", { name: "Usable", field: { type: "boolean" } });
const faults = aQuestion("faults", {
  name: "Faults",
  is_required: false,
  field: { type: "list", item_type: "text", options: ["hands", "text", "flicker"], is_unique: true },
});
const note = aQuestion("note", { name: "Note", is_required: false, field: { type: "text", max_length: 5 } });

const onChange = vi.fn<(key: string, value: FieldValue | null) => void>();

beforeEach(async () => {
  onChange.mockReset();
  await i18next.loadNamespaces(["ui", "shared"]);
});

interface HarnessProps {
  questions: readonly AnswerQuestion[];
  initial?: Answers;
  isChecked?: boolean;
}

const Harness = ({ questions, initial = {}, isChecked = false }: HarnessProps) => {
  const [values, setValues] = useState<Answers>(initial);
  const form = useRef<AnswerFormHandle>(null);
  return (
    <>
      <button type="button" onClick={() => form.current?.focusFirst()}>
        to the first
      </button>
      <button type="button" onClick={() => form.current?.focusQuestion("faults")}>
        to the faults
      </button>
      <AnswerForm
        ref={form}
        questions={questions}
        values={values}
        faults={isChecked ? answerFaults(questions, values) : undefined}
        renderExample={(id, kind) => <span>{`${kind} clip ${id}`}</span>}
        onChange={(key, value) => {
          onChange(key, value);
          setValues((before) => ({ ...before, [key]: value }));
        }}
      />
    </>
  );
};

const point = (question: string, name: RegExp) =>
  within(screen.getByRole("group", { name: new RegExp(`^${question}`) })).getByRole<HTMLInputElement>("radio", {
    name,
  });

describe("the form that a judge fills in", () => {
  it("supposes no answer, takes one by a press and gives it back", async () => {
    const user = userEvent.setup();
    render(<Harness questions={[motion, usable]} />);
    expect(screen.getAllByRole<HTMLInputElement>("radio").some(({ checked }) => checked)).toBe(false);
    await user.click(point("Usable", /No/));
    expect(onChange).toHaveBeenLastCalledWith("usable", false);
    await user.click(screen.getByRole("button", { name: "Clear the answer to Usable" }));
    expect(onChange).toHaveBeenLastCalledWith("usable", null);
    expect(point("Usable", /No/).checked).toBe(false);
  });

  it("is filled in by the keyboard alone", async () => {
    const user = userEvent.setup();
    render(<Harness questions={[motion, usable, faults, note]} />);
    await user.click(screen.getByText("to the first"));
    await user.keyboard("5{ArrowDown}2{ArrowDown}3{ArrowDown}");
    expect(onChange.mock.calls).toEqual([
      ["motion", 5],
      ["usable", false],
      ["faults", ["flicker"]],
    ]);
    // In a text field digits are typed as text.
    await user.keyboard("12{ArrowUp}1");
    expect(onChange).toHaveBeenCalledWith("note", "12");
    expect(onChange).toHaveBeenLastCalledWith("faults", ["hands", "flicker"]);
    await user.keyboard("3{ArrowUp}{ArrowUp}0");
    expect(onChange.mock.calls.slice(-2)).toEqual([
      ["faults", ["hands"]],
      ["motion", null],
    ]);
    await user.keyboard("9");
    expect(onChange).toHaveBeenCalledTimes(8);
  });

  it("leaves keys outside of it, and with a modifier, to others", async () => {
    const user = userEvent.setup();
    const heard = vi.fn<(wasTaken: boolean) => void>();
    const listen = (event: KeyboardEvent): void => heard(event.defaultPrevented);
    document.addEventListener("keydown", listen);
    render(<Harness questions={[motion]} />);
    await user.click(screen.getByText("to the first"));
    await user.keyboard("3");
    expect(heard).toHaveBeenLastCalledWith(true);
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(heard).toHaveBeenLastCalledWith(false);
    (document.activeElement as HTMLElement).blur();
    await user.keyboard("2");
    expect(heard).toHaveBeenLastCalledWith(false);
    expect(onChange).toHaveBeenCalledTimes(1);
    document.removeEventListener("keydown", listen);
  });

  it("says what is wrong under the field: at once for an answer, when asked for what is missing", async () => {
    const user = userEvent.setup();
    const { unmount } = render(<Harness questions={[motion, note]} />);
    await user.type(screen.getByRole("textbox"), "too long");
    expect(screen.getByText("Use at most 5 characters.")).toBeTruthy();
    expect(screen.queryByText("This field is required.")).toBeNull();
    unmount();
    render(<Harness questions={[motion, note]} isChecked />);
    expect(screen.getAllByText("This field is required.")).toHaveLength(1);
  });

  it("shows sections, anchors and examples, and asks only what people answer", async () => {
    const user = userEvent.setup();
    const rubric = { levels: [{ value: "1", words: "It stutters" }], good_asset_ids: ["g"], bad_asset_ids: [] };
    const looks = aQuestion("looks", { name: "Looks", section: "Picture", rubric });
    render(<Harness questions={[motion, looks, aQuestion("sharp", { name: "Sharp", source: "auto" })]} />);
    expect(screen.getByRole("heading", { name: "Picture" })).toBeTruthy();
    expect(screen.queryByText("Sharp")).toBeNull();
    await user.click(screen.getByText("Scale description"));
    expect(screen.getByText("It stutters")).toBeTruthy();
    expect(screen.getByText("good clip g")).toBeTruthy();
  });

  it("draws the other kinds of answers", async () => {
    const user = userEvent.setup();
    const slider = aQuestion("share", {
      name: "Share",
      field: { type: "number", min: 0, max: 100, display: "slider" },
    });
    const keyed = aQuestion("sides", {
      name: "Sides",
      field: { type: "key_value", value_type: "number", keys: ["left", "right"] },
    });
    const one = aQuestion("which", {
      name: "Which",
      field: { type: "list", item_type: "text", options: ["day", "night"], max_items: 1 },
    });
    const count = aQuestion("count", { name: "Count", field: { type: "number" } });
    render(<Harness questions={[slider, keyed, one, count]} isChecked />);
    expect(screen.getByText("not answered yet")).toBeTruthy();
    await user.type(screen.getByRole("spinbutton", { name: "left" }), "3");
    expect(onChange).toHaveBeenLastCalledWith("sides", { left: 3 });
    expect(screen.getByText("Required: right")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "night" }));
    expect(onChange).toHaveBeenLastCalledWith("which", ["night"]);
    await user.type(screen.getByRole("spinbutton", { name: "Count" }), "7");
    expect(onChange).toHaveBeenLastCalledWith("count", 7);
  });

  it("goes to the question it is sent to", async () => {
    const user = userEvent.setup();
    render(<Harness questions={[motion, faults]} initial={{ faults: ["text"] }} />);
    await user.click(screen.getByText("to the faults"));
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "text" }));
  });
});

describe("answers", () => {
  it("are checked as the server does", () => {
    const questions = [motion, usable, faults, note, aQuestion("auto", { source: "auto" })];
    expect(answerFaults(questions, { motion: 3, usable: false, faults: null })).toEqual({});
    expect(answerFaults(questions, { motion: null, usable: "true", note: "long words" })).toEqual({
      motion: ["this field is required"],
      usable: ["choose yes or no"],
      note: ["use at most 5 characters"],
    });
    expect(answerFaults([aQuestion("toString")], {})).toEqual({ toString: ["this field is required"] });
  });

  it("of several keep the order of the options", () => {
    const picked = choose(faults.field, ["flicker"], "hands");
    expect(picked).toEqual(["hands", "flicker"]);
    expect(choose(faults.field, ["hands"], "hands")).toBeNull();
    expect(choose({ ...faults.field, max_items: 1 } as typeof faults.field, ["hands"], "text")).toEqual(["text"]);
  });
});
