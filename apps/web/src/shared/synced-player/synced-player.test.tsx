import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { StrictMode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { beforeEach, expect, it, vi } from "vitest";
import { playerWords } from "./locales/en.ts";
import { SyncedPlayer } from "./synced-player.tsx";

const clip = (id: string) => ({ id, title: `Model ${id}`, media_url: `https://media.test/${id}.mp4`, fps: 10 });
const words = i18next.createInstance();
await words.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { player: playerWords } } } });

/** jsdom media elements never load; these are ready immediately and move when told to. */
const beReady = (): void => {
  const prototype = HTMLMediaElement.prototype;
  vi.spyOn(prototype, "readyState", "get").mockReturnValue(4);
  vi.spyOn(prototype, "duration", "get").mockReturnValue(4);
  vi.spyOn(prototype, "seeking", "get").mockReturnValue(false);
  const playing = new Set<unknown>();
  vi.spyOn(prototype, "paused", "get").mockImplementation(function (this: unknown) {
    return !playing.has(this);
  });
  vi.spyOn(prototype, "play").mockImplementation(function (this: unknown) {
    playing.add(this);
    return Promise.resolve();
  });
  vi.spyOn(prototype, "pause").mockImplementation(function (this: unknown) {
    playing.delete(this);
  });
  vi.spyOn(prototype, "load").mockReturnValue(undefined);
};

const show = (count: number, props: { startsAs?: "side" | "wipe" | "flip" } = {}) =>
  render(
    <I18nextProvider i18n={words}>
      <SyncedPlayer clips={Array.from({ length: count }, (_, at) => clip(`${at + 1}`))} {...props} />
    </I18nextProvider>,
  );
const videos = (): HTMLVideoElement[] => [...document.querySelectorAll("video")];
const frames = (): Promise<void> =>
  act(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 60));
  });
const places = (): (string | undefined)[] =>
  [...document.querySelectorAll("figure")].map(({ dataset }) => dataset.place);

beforeEach(beReady);

it("the synced player plays all together and stops by the space bar", async () => {
  const { container } = show(3);
  await frames();
  expect(vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.length).toBe(3);
  expect(document.activeElement).toBe(container.querySelector("section"));
  await userEvent.keyboard(" ");
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
});

it("the synced player does not start by itself for a reader who wants less motion", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  show(2);
  await frames();
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
});

it("the synced player steps by frames and by seconds", async () => {
  show(2);
  await frames();
  await userEvent.keyboard("{ArrowRight}");
  expect(videos().map(({ currentTime }) => currentTime)).toEqual([0.15, 0.15]);
  await frames();
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(videos().map(({ currentTime }) => currentTime)).toEqual([1.15, 1.15]);
});

it("the synced player keeps its elements while the mode changes, and shows two of them over each other", async () => {
  show(3, { startsAs: "side" });
  await frames();
  const before = videos();
  expect(places()).toEqual(["tile", "tile", "tile"]);
  await userEvent.keyboard("m");
  expect(places()).toEqual(["front", "back", "hidden"]);
  expect(screen.getByRole("slider", { name: "Wipe position" })).toBeTruthy();
  await userEvent.keyboard("mx");
  expect(places()).toEqual(["hidden", "front", "hidden"]);
  await userEvent.keyboard("3");
  expect(places()).toEqual(["hidden", "hidden", "front"]);
  expect(videos()).toEqual(before);
});

it("the synced player moves the wipe by the arrow keys of its line, and leaves the clips where they are", async () => {
  show(2, { startsAs: "wipe" });
  await frames();
  const line = screen.getByRole("slider", { name: "Wipe position" });
  fireEvent.keyDown(line, { key: "ArrowLeft" });
  expect(line.getAttribute("aria-valuenow")).toBe("48");
  expect(videos().map(({ currentTime }) => currentTime)).toEqual([0, 0]);
});

it("the synced player plays the sound of one clip at most", async () => {
  show(3, { startsAs: "side" });
  await frames();
  expect(videos().map(({ muted }) => muted)).toEqual([true, true, true]);
  await userEvent.keyboard("2");
  expect(videos().map(({ muted }) => muted)).toEqual([true, false, true]);
  await userEvent.keyboard("3");
  expect(videos().map(({ muted }) => muted)).toEqual([true, true, false]);
  await userEvent.keyboard("3");
  expect(videos().map(({ muted }) => muted)).toEqual([true, true, true]);
});

it("the synced player says that a clip cannot be played", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "error", "get").mockReturnValue({ code: 4 } as MediaError);
  show(2);
  await frames();
  expect(screen.getAllByText("Cannot be played")).toHaveLength(2);
});

it("the synced player sets and clears the range that repeats", async () => {
  show(2);
  await frames();
  await userEvent.keyboard("{ArrowRight}");
  await frames();
  await userEvent.keyboard("i");
  expect(screen.getByRole("button", { name: "Clear loop" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear loop" }));
  expect(screen.queryByRole("button", { name: "Clear loop" })).toBeNull();
});

it("the synced player keeps its addresses when React runs its effects twice", async () => {
  render(
    <StrictMode>
      <I18nextProvider i18n={words}>
        <SyncedPlayer clips={[clip("1"), clip("2")]} />
      </I18nextProvider>
    </StrictMode>,
  );
  await frames();
  expect(videos().map(({ src }) => src)).toEqual(["https://media.test/1.mp4", "https://media.test/2.mp4"]);
});

it("the synced player frees every decoder when it unmounts", async () => {
  const { unmount } = show(2);
  await frames();
  const before = videos();
  unmount();
  expect(before.map((video) => video.hasAttribute("src"))).toEqual([false, false]);
});
