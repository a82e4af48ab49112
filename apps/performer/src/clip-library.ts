import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { renderClip } from "./render-clip.ts";
import { fetchImage } from "./scene/fetch-image.ts";
import { type ClipSpec, clipIdOf } from "./video-request.ts";

const MAX_BYTES = 4 * 1024 ** 3;

interface Rendering {
  readonly done: Promise<void>;
  progress: number;
}

/** A cache of rendered clips. An evicted clip is rendered again on demand. */
export class ClipLibrary {
  readonly #folder: string;
  readonly #workFolder: string;
  readonly #imageFolder: string;
  readonly #rendersAtOnce: number;
  readonly #known = new Map<string, number>();
  readonly #underWay = new Map<string, Rendering>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #renders = 0;

  constructor(folder: string, rendersAtOnce: number) {
    this.#folder = path.join(folder, "clips");
    this.#workFolder = path.join(folder, "work");
    this.#imageFolder = path.join(folder, "images");
    this.#rendersAtOnce = rendersAtOnce;
  }

  async open(): Promise<void> {
    await rm(this.#workFolder, { recursive: true, force: true });
    for (const folder of [this.#folder, this.#workFolder, this.#imageFolder]) await mkdir(folder, { recursive: true });
    const files = await Promise.all(
      (await readdir(this.#folder)).map(async (name) => ({ name, stats: await stat(path.join(this.#folder, name)) })),
    );
    for (const { name, stats } of files.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
      this.#known.set(path.basename(name, ".mp4"), stats.size);
    }
  }

  /** The clip with the image at this address as its first frame. */
  async withImage(spec: ClipSpec, url: string): Promise<ClipSpec> {
    return { ...spec, image: await fetchImage(url, this.#imageFolder) };
  }

  get renders(): number {
    return this.#renders;
  }

  has(spec: ClipSpec): boolean {
    return this.#known.has(clipIdOf(spec));
  }

  /** 0…1 while it is rendered; undefined while it is queued. */
  progressOf(spec: ClipSpec): number | undefined {
    return this.#underWay.get(clipIdOf(spec))?.progress;
  }

  /** The file of a clip, rendered if necessary. `isStillWanted` is checked again after queueing. */
  async take(spec: ClipSpec, isStillWanted: () => boolean = () => true): Promise<string | undefined> {
    const id = clipIdOf(spec);
    const file = path.join(this.#folder, `${id}.mp4`);
    if (this.#known.has(id)) {
      await this.#touch(id, file);
      return isStillWanted() ? file : undefined;
    }
    await this.#turn();
    try {
      if (!isStillWanted()) return undefined;
      await this.#render(id, spec, file);
    } finally {
      this.#endTurn();
    }
    return file;
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#rendersAtOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hand the slot to the next in the queue instead of freeing it, so that no newcomer can take it. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  async #render(id: string, spec: ClipSpec, file: string): Promise<void> {
    // Another caller may have rendered the same clip while this one was queued.
    const before = this.#underWay.get(id);
    if (before) return before.done;
    if (this.#known.has(id)) return;
    const onProgress = (share: number): void => {
      rendering.progress = share;
    };
    const rendering: Rendering = {
      progress: 0,
      done: renderClip({ spec, file, workFolder: this.#workFolder, imageFolder: this.#imageFolder, onProgress }),
    };
    this.#underWay.set(id, rendering);
    try {
      await rendering.done;
    } finally {
      this.#underWay.delete(id);
    }
    this.#renders += 1;
    this.#known.set(id, (await stat(file)).size);
    await this.#clearAway();
  }

  async #touch(id: string, file: string): Promise<void> {
    const size = this.#known.get(id) ?? 0;
    this.#known.delete(id);
    this.#known.set(id, size);
    const now = new Date();
    await utimes(file, now, now);
  }

  /** Evicts the least recently used clips first. */
  async #clearAway(): Promise<void> {
    let total = [...this.#known.values()].reduce((sum, size) => sum + size, 0);
    for (const [id, size] of this.#known) {
      if (total <= MAX_BYTES) return;
      this.#known.delete(id);
      total -= size;
      await rm(path.join(this.#folder, `${id}.mp4`), { force: true });
    }
  }
}
