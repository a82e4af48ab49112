import { compareIds, type StreamEntry } from "./event-stream.ts";

/** One encoded event, shared by all watchers. */
export interface Frame {
  readonly id: string;
  readonly topic: string;
  readonly bytes: Buffer;
}

const MAX_FRAMES = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

export const frameOf = ({ id, topic, data }: StreamEntry): Frame => ({
  id,
  topic,
  bytes: Buffer.from(`id: ${id}\ndata: ${data}\n\n`),
});

/** The latest events in memory: all after `floor`, up to `head`. */
export class EventRing {
  private frames: Frame[] = [];
  private sizeBytes = 0;
  floor: string;
  head: string;

  constructor(start: string) {
    this.floor = start;
    this.head = start;
  }

  push(frame: Frame): void {
    this.frames.push(frame);
    this.sizeBytes += frame.bytes.length;
    this.head = frame.id;
    // Drop half at a time, so that a full ring is not shifted for every event.
    if (this.frames.length > MAX_FRAMES || this.sizeBytes > MAX_BYTES) this.drop(Math.ceil(this.frames.length / 2));
  }

  /** After a gap, earlier positions cannot be resumed. */
  restart(at: string): void {
    this.frames = [];
    this.sizeBytes = 0;
    this.floor = at;
    this.head = at;
  }

  after(id: string): readonly Frame[] {
    const start = this.frames.findLastIndex((frame) => compareIds(frame.id, id) <= 0);
    return this.frames.slice(start + 1);
  }

  private drop(count: number): void {
    const gone = this.frames.splice(0, count);
    this.floor = gone.at(-1)?.id ?? this.floor;
    for (const frame of gone) this.sizeBytes -= frame.bytes.length;
  }
}
