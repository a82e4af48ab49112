import type { InputValues, PerformerInput } from "@dailies/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeApi } from "../../testing/fake-api.ts";
import { SchemaForm } from "./schema-form.tsx";

const INPUTS: PerformerInput[] = [
  { key: "prompt", label: "Prompt", spec: { type: "text", is_multiline: true }, is_required: true, role: "prompt" },
  {
    key: "seconds",
    label: "Length",
    spec: { type: "number", min: 1, max: 20, unit: "s" },
    is_required: false,
    default: 5,
  },
];

const onChange = vi.fn<(values: InputValues | undefined) => void>();
const last = () => onChange.mock.calls.at(-1)?.[0];

beforeEach(async () => {
  onChange.mockReset();
  await i18next.loadNamespaces(["ui", "shared"]);
});

const open = (isPartial = false, initial: InputValues = {}) =>
  render(<SchemaForm inputs={INPUTS} initial={initial} isPartial={isPartial} onChange={onChange} />);

it("the schema form passes on values once every required input is filled", async () => {
  open();
  await userEvent.type(screen.getByLabelText("Length · optional"), "8");
  expect(last()).toBeUndefined();
  await userEvent.type(screen.getByLabelText("Prompt"), "a fox");
  expect(last()).toEqual({ prompt: "a fox", seconds: 8 });
});

it("the schema form says what is taken when an input is left out, and lets it be emptied again", async () => {
  open(true, { seconds: 30 });
  expect(screen.queryByText("Default: 5 s.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Clear Length" }));
  expect(last()).toEqual({});
  expect(screen.getByText("Default: 5 s.")).toBeTruthy();
});

it("the schema form does not hand on what does not fit", async () => {
  open(true);
  await userEvent.type(screen.getByLabelText("Length · optional"), "99");
  expect(last()).toBeUndefined();
});

it("the schema form takes the same values as JSON and names each fault by its key", async () => {
  open(true, { seconds: 4 });
  await userEvent.click(screen.getByText("JSON"));
  const box = screen.getByLabelText<HTMLTextAreaElement>("Values as JSON");
  expect(JSON.parse(box.value)).toEqual({ seconds: 4 });
  await userEvent.clear(box);
  await userEvent.paste('{"seconds": 99, "speed": 2}');
  expect(screen.getByText(/^seconds: Use 20 or less/)).toBeTruthy();
  expect(screen.getByText("speed: the performer has no such input")).toBeTruthy();
  expect(last()).toBeUndefined();
  await userEvent.clear(box);
  await userEvent.paste('{"seconds": 6}');
  expect(last()).toEqual({ seconds: 6 });
});

it("the schema form offers a picker where a performer takes an asset, and keeps a boolean for sound", async () => {
  fakeApi({});
  const inputs: PerformerInput[] = [
    { key: "image", label: "First frame", spec: { type: "text" }, is_required: true, role: "image" },
    { key: "sound", label: "Sound", spec: { type: "boolean" }, is_required: false, role: "audio" },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SchemaForm inputs={inputs} initial={{}} onChange={onChange} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: "Choose image" })).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Choose audio" })).toBeNull();
});
