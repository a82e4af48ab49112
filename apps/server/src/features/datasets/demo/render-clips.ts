import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type MediaHeader, readMediaHeader } from "@dailies/formats/media/read-media-header";
import { memorySource } from "@dailies/formats/memory-source";
import { inOrder } from "../indexing/rows/in-order.ts";
import { CLIP_RECIPES, type ClipRecipe, clipArguments, previewArguments } from "./demo-clips.rules.ts";
import type { DemoStorage } from "./demo-storage.ts";

export interface DemoClip extends ClipRecipe {
  readonly bytes: Uint8Array;
  /** The first frame, as a small image. */
  readonly preview: Uint8Array;
  readonly header: MediaHeader;
}

/** Increment when a recipe changes, so that the clips are rendered again. */
const EDITION = 1;
const AT_ONCE = 2;
const run = promisify(execFile);

/** Renders once; later runs read the result from the bucket. */
const keep = async (
  storage: DemoStorage,
  key: string,
  contentType: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> => {
  if (await storage.headObject(key)) return buffer(await storage.getObject(key));
  const bytes = await make();
  await storage.putObject(key, bytes, { contentType });
  return bytes;
};

const render = async (recipe: ClipRecipe, folder: string): Promise<Buffer> => {
  const path = join(folder, recipe.name);
  await run("ffmpeg", clipArguments(recipe, path));
  return readFile(path);
};

const renderPreview = async (clip: Buffer, name: string, folder: string): Promise<Buffer> => {
  const [path, preview] = [join(folder, name), join(folder, `${name}.webp`)];
  await writeFile(path, clip);
  await run("ffmpeg", previewArguments(path, preview));
  return readFile(preview);
};

const drawClip = async (
  storage: DemoStorage,
  keptFolder: string,
  folder: string,
  recipe: ClipRecipe,
): Promise<DemoClip> => {
  const { name } = recipe;
  const key = `${keptFolder}clips-${EDITION}/${name}`;
  const bytes = await keep(storage, key, "video/mp4", () => render(recipe, folder));
  const preview = await keep(storage, `${key}.webp`, "image/webp", () => renderPreview(bytes, name, folder));
  const source = memorySource(new Map([[name, bytes]]));
  const header = await readMediaHeader(source, name, { begin: 0, end: bytes.length });
  return { ...recipe, bytes, preview, header };
};

export const renderClips = async (storage: DemoStorage, keptFolder: string): Promise<readonly DemoClip[]> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-demo-set-"));
  try {
    const clips: DemoClip[] = [];
    const draw = (recipe: ClipRecipe) => drawClip(storage, keptFolder, folder, recipe);
    for await (const clip of inOrder(CLIP_RECIPES, AT_ONCE, draw)) clips.push(clip);
    return clips;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
