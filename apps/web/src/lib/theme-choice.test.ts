import { afterEach, expect, it, vi } from "vitest";
import { chooseTheme, watchSystemTheme } from "./theme-choice.ts";

/** A mock of the system theme that can change. */
const aSystem = () => {
  const media = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, "matchMedia").mockReturnValue(media as unknown as MediaQueryList);
  return {
    turn: (isDark: boolean) => {
      media.matches = isDark;
      media.dispatchEvent(new Event("change"));
    },
  };
};

const shown = (): string | undefined => document.documentElement.dataset.theme;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it("the page follows the theme of the system without any component", () => {
  const system = aSystem();
  watchSystemTheme();
  system.turn(true);
  expect(shown()).toBe("dark");
  system.turn(false);
  expect(shown()).toBe("light");
});

it("the page keeps the chosen theme when the system changes its own", () => {
  const system = aSystem();
  watchSystemTheme();
  chooseTheme("light");
  system.turn(true);
  expect(shown()).toBe("light");
});
