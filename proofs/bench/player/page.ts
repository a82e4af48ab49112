/// <reference lib="dom" />
// Runs in the browser: plays four clips, disturbs them, and records their positions.
import { SyncController } from "../../../apps/web/src/shared/synced-player/controller/sync-controller.ts";

export interface PlayOptions {
  readonly isSynced: boolean;
  readonly isDisturbed: boolean;
  readonly seconds: number;
  readonly stallAtS: number;
  readonly fps: number;
}

export interface Recording {
  /** Timestamp, and the position of each clip. */
  readonly samples: readonly { readonly ms: number; readonly timesS: readonly number[] }[];
  /** Two consecutive frames of the same clip: when the second appeared, and how long after the first. */
  readonly pictures: readonly { readonly ms: number; readonly gapMs: number }[];
  readonly stallEndedMs: number | undefined;
  /** When a clip was paused to wait. */
  readonly pausesMs: readonly number[];
}

const STAGGER_MS = 150;
const STALL_MS = 400;

const later = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Each clip starts a little later than the one before, as on a slow network. */
const stagger = (videos: readonly HTMLVideoElement[]): void => {
  for (const [index, video] of videos.entries()) {
    let isFirst = true;
    const play = video.play.bind(video);
    video.play = async () => {
      if (isFirst) await later(index * STAGGER_MS);
      isFirst = false;
      return play();
    };
  }
};

/** Looks like a starved decoder from outside: playback stands still without being paused. */
const stall = async (video: HTMLVideoElement): Promise<number> => {
  const play = video.play.bind(video);
  HTMLMediaElement.prototype.pause.call(video);
  Object.defineProperty(video, "paused", { configurable: true, get: () => false });
  video.play = () => Promise.resolve();
  await later(STALL_MS);
  Reflect.deleteProperty(video, "paused");
  video.play = play;
  await play();
  return performance.now();
};

const watchPictures = (videos: readonly HTMLVideoElement[], pictures: { ms: number; gapMs: number }[]): void => {
  for (const video of videos) {
    let lastMs: number | undefined;
    const seen = (nowMs: number): void => {
      if (lastMs !== undefined) pictures.push({ ms: nowMs, gapMs: nowMs - lastMs });
      lastMs = nowMs;
      video.requestVideoFrameCallback(seen);
    };
    video.requestVideoFrameCallback(seen);
  }
};

const eachFrame = (run: () => boolean): void => {
  const next = (): void => {
    if (run()) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
};

const playSynced = (videos: readonly HTMLVideoElement[], fps: number): void => {
  const controller = new SyncController({
    tracks: videos.map((element, index) => ({ id: `${index}`, element })),
    fps,
    clock: { now: () => performance.now(), after: (delayMs, run) => void setTimeout(run, delayMs) },
    onChange: () => undefined,
  });
  controller.setLooping(false);
  controller.play();
  eachFrame(() => {
    controller.tick();
    return true;
  });
};

const waitUntilPlayable = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    if (video.readyState >= 4) resolve();
    else video.addEventListener("canplaythrough", () => resolve(), { once: true });
  });

export const run = async ({ isSynced, isDisturbed, seconds, stallAtS, fps }: PlayOptions): Promise<Recording> => {
  const videos = [...document.querySelectorAll("video")];
  await Promise.all(videos.map(waitUntilPlayable));
  const samples: { ms: number; timesS: number[] }[] = [];
  const pictures: { ms: number; gapMs: number }[] = [];
  const pausesMs: number[] = [];
  for (const video of videos) video.addEventListener("pause", () => pausesMs.push(performance.now()));
  if (isDisturbed) stagger(videos);
  watchPictures(videos, pictures);
  if (isSynced) playSynced(videos, fps);
  else for (const video of videos) void video.play();
  let stallEndedMs: number | undefined;
  let isStalled = false;
  const startedMs = performance.now();
  await new Promise<void>((resolve) => {
    eachFrame(() => {
      const ms = performance.now();
      const timesS = videos.map(({ currentTime }) => currentTime);
      samples.push({ ms, timesS });
      const [first, second] = videos;
      if (isDisturbed && !isStalled && (first?.currentTime ?? 0) >= stallAtS && second) {
        isStalled = true;
        void stall(second).then((endedMs) => {
          stallEndedMs = endedMs;
        });
      }
      const isOver = ms - startedMs > seconds * 1_000;
      if (isOver) resolve();
      return !isOver;
    });
  });
  return { samples, pictures, stallEndedMs, pausesMs };
};
