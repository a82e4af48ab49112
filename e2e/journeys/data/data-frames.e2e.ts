import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { concatTar } from "../../../packages/formats/src/tar/write-tar.ts";
import { registerSet, storeFolder } from "../../fixtures/datasets/item-sets.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 240_000 });

const run = promisify(execFile);
const CARD = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=30:d=1"];
const WITH_B_FRAMES = ["-c:v", "libx264", "-bf", "3", "-g", "12", "-pix_fmt", "yuv420p"];

/** Irregular frame intervals: 100 ms, with every fifth to seventh frame late. */
const LATE = "settb=1/1000,setpts='N*100+if(gte(mod(N,7),4),13*mod(N,7),0)'";
const UNEVEN = ["-vf", LATE, "-fps_mode", "passthrough", "-frames:v", "20"];

const FILMS: readonly { readonly name: string; readonly arguments: readonly string[] }[] = [
  { name: "even", arguments: [...CARD, "-r", "24", ...WITH_B_FRAMES] },
  { name: "ntsc", arguments: [...CARD, "-r", "30000/1001", ...WITH_B_FRAMES] },
  { name: "uneven", arguments: [...CARD, ...UNEVEN, "-c:v", "libx264", "-bf", "0", "-pix_fmt", "yuv420p"] },
  { name: "uneven-reordered", arguments: [...CARD, ...UNEVEN, ...WITH_B_FRAMES] },
];

interface Film {
  readonly name: string;
  readonly bytes: Buffer;
  /** Presentation time of each frame, by ffprobe. */
  readonly timesS: readonly number[];
  /** End time in its track. */
  readonly endS: number;
}

const probe = async (file: string): Promise<Pick<Film, "timesS" | "endS">> => {
  const wanted = "frame=pts_time:stream=duration";
  const asked = ["-v", "error", "-select_streams", "v:0", "-show_entries", wanted, "-of", "json", file];
  const { stdout } = await run("ffprobe", asked);
  const told = JSON.parse(stdout) as { frames: { pts_time: string }[]; streams: { duration: string }[] };
  const timesS = told.frames.map(({ pts_time }) => Number(pts_time)).sort((one, other) => one - other);
  return { timesS, endS: Number(told.streams[0]?.duration) };
};

const makeFilms = async (): Promise<Film[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-frames-"));
  const films: Film[] = [];
  for (const { name, arguments: given } of FILMS) {
    const file = path.join(folder, `${name}.mp4`);
    await run("ffmpeg", [...given, file]);
    films.push({ name, bytes: await readFile(file), ...(await probe(file)) });
  }
  await rm(folder, { recursive: true });
  return films;
};

let films: readonly Film[] = [];
let setId = "";
let administrator: Person;

test.beforeAll(async ({ people }) => {
  administrator = await people.add({ permissions: ["ADMIN_MANAGE_R"] });
  films = await makeFilms();
});
test.beforeEach(async ({ enterAs }) => enterAs(administrator));

test("a tar of clips is registered", async ({ page }) => {
  await page.goto("/#/dataset");
  const tar = concatTar(films.map(({ name, bytes }) => ({ name: `${name}.mp4`, bytes })));
  const uri = await storeFolder(async () => [{ name: "films-000000.tar", bytes: tar }]);
  const set = await registerSet(page, uri, "Films to step through");
  setId = set.id;
  expect(set.items).toBe(FILMS.length);
});

/** Records the media time of every frame that reaches the screen. */
const watchFrames = (page: Page): Promise<void> =>
  page.locator("video").evaluate((video: HTMLVideoElement) => {
    const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      video.dataset.mediaTime = String(mediaTime);
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  });

const shownTimeS = async (page: Page): Promise<number> =>
  Number((await page.locator("video").getAttribute("data-media-time")) ?? "NaN");

/** A frame is on the screen within a few milliseconds; the default polling intervals would dominate the run time. */
const LOOKS = { intervals: [10, 20, 50, 100] };

/** Half a millisecond: far less than any frame lasts, and more than the browser's rounding. */
const SAME_DIGITS = 3;

for (const { name } of FILMS) {
  test(`the frames of the ${name} clip are shown by their number at the times that ffprobe tells`, async ({ page }) => {
    const film = films.find((each) => each.name === name);
    const timesS = film?.timesS ?? [];
    const place = films.findIndex((each) => each.name === name);
    await page.goto(`/#/dataset?id=${setId}&item=${place}`);
    const drawer = page.getByRole("dialog", { name });
    const told = drawer.locator("[data-frame]");
    await expect(told).toHaveAttribute("data-exact", "true");
    await expect(told).toContainText(`of 0–${timesS.length - 1}`);
    await watchFrames(page);
    await drawer.getByRole("slider", { name: "Playback position" }).fill("1");
    await expect(told).toHaveAttribute("data-frame", "1");
    await page.keyboard.press(",");
    // Reordered frames may lie after the end of the track; a browser shows nothing there.
    for (const [frame, timeS] of timesS.filter((each) => each < (film?.endS ?? 0)).entries()) {
      await expect(told).toHaveAttribute("data-frame", String(frame));
      await expect(told).toContainText(`PTS ${timeS.toFixed(6)} s`);
      await expect
        .poll(() => shownTimeS(page), { ...LOOKS, message: `frame ${frame} of ${name}` })
        .toBeCloseTo(timeS, SAME_DIGITS);
      await page.keyboard.press(".");
    }
    await expect(told, "the last frame is the last").toHaveAttribute("data-frame", String(timesS.length - 1));
  });
}
