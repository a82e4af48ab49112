import type { IoMeter } from "@dailies/contract";
import type { ByteSource } from "@dailies/formats/byte-source";

/** Counts the cost of reads. A HEAD request counts as a request too. */
export class Meter {
  private requests = 0;
  private bytes = 0;
  private hits = 0;
  private readonly startedMs = performance.now();

  noteHit(): void {
    this.hits += 1;
  }

  noteRead(bytes: number): void {
    this.requests += 1;
    this.bytes += bytes;
  }

  read(): IoMeter {
    const ms = Math.round((performance.now() - this.startedMs) * 100) / 100;
    return { requests: this.requests, bytes: this.bytes, cache_hits: this.hits, ms };
  }
}

export const meteredSource = (source: ByteSource, meter: Meter): ByteSource => ({
  read: async (object, begin, end, signal) => {
    const bytes = await source.read(object, begin, end, signal);
    meter.noteRead(bytes.length);
    return bytes;
  },
  size: (object, signal) => {
    meter.noteRead(0);
    return source.size(object, signal);
  },
});
