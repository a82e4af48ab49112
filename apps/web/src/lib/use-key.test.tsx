import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { useKey } from "./use-key.ts";

const SPACE = [" "];
const ENTER = ["Enter"];
const LETTER = ["r"];

const Pressed = ({ run }: { run: (key: string) => void }) => {
  useKey(SPACE, () => run("space"));
  useKey(ENTER, () => run("enter"));
  useKey(LETTER, () => run("letter"));
  return (
    <>
      <button type="button" data-testid="button">
        <span>Press</span>
      </button>
      <a href="#there" data-testid="link">
        There
      </a>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is played. */}
      <video data-testid="video" controls tabIndex={0} />
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is played. */}
      <audio data-testid="audio" controls tabIndex={0} />
      <div data-testid="slider" role="slider" tabIndex={0} aria-valuenow={0} />
      <input data-testid="input" />
    </>
  );
};

const HOLDERS = ["button", "link", "video", "audio", "slider"];

it.each(HOLDERS)("useKey leaves Space and Enter to a focused %s, and takes other keys", async (name) => {
  const run = vi.fn();
  render(<Pressed run={run} />);
  screen.getByTestId(name).focus();
  await userEvent.keyboard(" {Enter}");
  expect(run).not.toHaveBeenCalled();
  await userEvent.keyboard("r");
  expect(run.mock.calls).toEqual([["letter"]]);
});

it("useKey handles Space and Enter where nothing else uses them, and nothing while somebody types", async () => {
  const run = vi.fn();
  render(<Pressed run={run} />);
  await userEvent.keyboard(" {Enter}");
  expect(run.mock.calls).toEqual([["space"], ["enter"]]);
  await userEvent.type(screen.getByTestId("input"), "r r");
  expect(run).toHaveBeenCalledTimes(2);
});
