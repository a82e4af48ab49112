import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Clip } from "./clip.tsx";
import { MAX_LIVE_VIDEOS } from "./live-videos.ts";

const sprite = { url: "https://media.test/s.webp", columns: 5, tiles: 10, tileWidthPx: 160, tileHeightPx: 90 };
const media = "https://media.test/a.mp4";
const tile = (container: HTMLElement): string | undefined =>
  container.querySelector<HTMLElement>(".ds-clip-tile")?.dataset.tile;

afterEach(() => vi.useRealTimers());

const still = (name: string): HTMLElement => screen.getByRole("button", { name });

it("the clip scrubs by the arrow keys and keeps them from what is around", async () => {
  const outside = vi.fn();
  document.addEventListener("keydown", outside);
  const { container } = renderPart(<Clip name="Fox" poster="p.webp" sprite={sprite} media={media} durationS={20} />);
  still("Play Fox").focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(tile(container)).toBe("1");
  expect(screen.getByText("0:02 / 0:20")).toBeTruthy();
  expect(outside.mock.calls.every(([event]) => (event as KeyboardEvent).defaultPrevented)).toBe(true);
  document.removeEventListener("keydown", outside);
});

it("the clip scrubs under a pointer that rests, and not under one that passes", () => {
  vi.useFakeTimers();
  const { container } = renderPart(<Clip name="Fox" poster="p.webp" sprite={sprite} media={media} durationS={20} />);
  const button = still("Play Fox");
  vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 112));
  fireEvent.pointerEnter(button, { clientX: 10 });
  fireEvent.pointerLeave(button);
  fireEvent.pointerEnter(button, { clientX: 50 });
  vi.advanceTimersByTime(199);
  expect(tile(container)).toBeUndefined();
  vi.advanceTimersByTime(1);
  fireEvent.pointerMove(button, { clientX: 150 });
  expect(tile(container)).toBe("7");
  fireEvent.pointerLeave(button);
  expect(tile(container)).toBeUndefined();
});

it("the clip follows no pointer for a reader who wants less motion", () => {
  vi.useFakeTimers();
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  const { container } = renderPart(<Clip name="Fox" poster="p.webp" sprite={sprite} media={media} />);
  fireEvent.pointerEnter(still("Play Fox"), { clientX: 50 });
  vi.advanceTimersByTime(500);
  expect(tile(container)).toBeUndefined();
});

it("the clip plays on Enter and shows an error when it cannot", async () => {
  const { container } = renderPart(<Clip name="Fox" poster="p.webp" media={media} />);
  still("Play Fox").focus();
  await userEvent.keyboard("{Enter}");
  const video = container.querySelector("video");
  expect(video?.getAttribute("src")).toBe(media);
  fireEvent.error(video as HTMLVideoElement);
  expect(screen.getByRole("alert").textContent).toBe("This clip could not be played");
  await userEvent.click(still("Retry playing Fox"));
  expect(container.querySelector("video")).toBeTruthy();
});

it("the clip leaves a click with a modifier to the list around it", async () => {
  const user = userEvent.setup();
  const { container } = renderPart(<Clip name="Fox" media={media} />);
  await user.keyboard("{Control>}");
  await user.click(still("Play Fox"));
  expect(container.querySelector("video")).toBeNull();
});

it("the clip never keeps more than eight videos alive", async () => {
  const names = Array.from({ length: MAX_LIVE_VIDEOS + 2 }, (_, at) => `Clip ${at}`);
  const { container } = renderPart(names.map((name) => <Clip key={name} name={name} media={media} />));
  for (const name of names) await userEvent.click(still(`Play ${name}`));
  expect(container.querySelectorAll("video").length).toBe(MAX_LIVE_VIDEOS);
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Play Clip 0",
    "Play Clip 1",
  ]);
});

it("the clip says that there is no picture, or that it failed", () => {
  const { container } = renderPart(
    <>
      <Clip name="A" />
      <Clip name="B" notice="Checking" />
      <Clip name="C" poster="p.webp" />
    </>,
  );
  expect(screen.getByText("No thumbnail")).toBeTruthy();
  expect(screen.getByText("Checking")).toBeTruthy();
  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(screen.getByText("The thumbnail could not be loaded")).toBeTruthy();
});
