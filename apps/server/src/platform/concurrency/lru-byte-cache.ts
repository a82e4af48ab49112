interface Entry<T> {
  readonly value: T;
  readonly weightBytes: number;
}

/** An LRU cache bounded in bytes; a callback receives evicted values for cleanup. */
export class LruByteCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly limitBytes: number;
  private readonly onLeave: (value: T, key: string) => void;
  private heldBytes = 0;

  constructor(limitBytes: number, onLeave: (value: T, key: string) => void = () => undefined) {
    this.limitBytes = limitBytes;
    this.onLeave = onLeave;
  }

  get weightBytes(): number {
    return this.heldBytes;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // A Map keeps insertion order: reinsert the entry as the most recently used.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** A value larger than the whole cache is not stored. */
  set(key: string, value: T, weightBytes: number): void {
    this.delete(key);
    if (weightBytes > this.limitBytes) return this.onLeave(value, key);
    this.entries.set(key, { value, weightBytes });
    this.heldBytes += weightBytes;
    for (const oldest of this.entries.keys()) {
      if (this.heldBytes <= this.limitBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.heldBytes -= entry.weightBytes;
    this.onLeave(entry.value, key);
  }

  clear(): void {
    for (const key of [...this.entries.keys()]) this.delete(key);
  }
}
