import { act } from "@testing-library/react";
import { vi } from "vitest";

/** jsdom media elements never load; these are ready immediately, and move only when the test steps them. */
export const mockReadyClips = (durationS: number): void => {
  const prototype = HTMLMediaElement.prototype;
  vi.spyOn(prototype, "readyState", "get").mockReturnValue(4);
  vi.spyOn(prototype, "duration", "get").mockReturnValue(durationS);
  vi.spyOn(prototype, "seeking", "get").mockReturnValue(false);
  vi.spyOn(prototype, "paused", "get").mockReturnValue(true);
  vi.spyOn(prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(prototype, "pause").mockReturnValue(undefined);
  vi.spyOn(prototype, "load").mockReturnValue(undefined);
  // With reduced motion no clip plays by itself.
  const asked = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query.includes("reduced-motion") ? Object.defineProperty(asked(query), "matches", { value: true }) : asked(query),
  );
};

/** Lets the player draw the frame that it was told to show. */
export const frame = (): Promise<void> =>
  act(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 40));
  });
