import { act, render } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { usePlayerHandle } from "./use-player.ts";

const CLIPS = ["A", "B"].map((id) => ({ id, title: id, media_url: `https://media.test/${id}.mp4`, fps: 10 }));

const Stage = ({ isWaiting }: { isWaiting: boolean }) => {
  const { stage } = usePlayerHandle(CLIPS, isWaiting);
  return (
    <div ref={stage}>
      {CLIPS.map(({ id, media_url }) => (
        <video key={id} src={media_url} muted />
      ))}
    </div>
  );
};

const frames = (): Promise<void> =>
  act(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 60));
  });

beforeEach(() => {
  const prototype = HTMLMediaElement.prototype;
  vi.spyOn(prototype, "readyState", "get").mockReturnValue(4);
  vi.spyOn(prototype, "duration", "get").mockReturnValue(4);
  vi.spyOn(prototype, "seeking", "get").mockReturnValue(false);
  vi.spyOn(prototype, "paused", "get").mockReturnValue(true);
  vi.spyOn(prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(prototype, "pause").mockReturnValue(undefined);
  vi.spyOn(prototype, "load").mockReturnValue(undefined);
});

it("the synced player waits with its clips loaded, and plays in the very moment in which its turn comes", async () => {
  const { rerender } = render(<Stage isWaiting />);
  await frames();
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
  rerender(<Stage isWaiting={false} />);
  expect(vi.mocked(HTMLMediaElement.prototype.play).mock.contexts).toHaveLength(2);
});

it("the synced player stops when it has to wait again", async () => {
  const { rerender } = render(<Stage isWaiting={false} />);
  await frames();
  vi.mocked(HTMLMediaElement.prototype.pause).mockClear();
  rerender(<Stage isWaiting />);
  expect(vi.mocked(HTMLMediaElement.prototype.pause).mock.contexts).toHaveLength(2);
});
