const ROOM = 1 << 16;
const OTHER_BITS = 32n;

/** A set of pairs of row numbers of a dataset, first all added and then looked up: ten million take 80 megabytes. */
export class SeenPairs {
  private pairs = new BigUint64Array(ROOM);
  private count = 0;
  private sorted: BigUint64Array | undefined;

  add(ordinal: number, other: number): void {
    if (this.count === this.pairs.length) {
      const larger = new BigUint64Array(this.pairs.length * 2);
      larger.set(this.pairs);
      this.pairs = larger;
    }
    this.pairs[this.count] = keyOf(ordinal, other);
    this.count += 1;
    this.sorted = undefined;
  }

  has(ordinal: number, other: number): boolean {
    this.sorted ??= this.pairs.subarray(0, this.count).sort();
    const wanted = keyOf(ordinal, other);
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.sorted[middle] ?? 0n) < wanted) from = middle + 1;
      else to = middle;
    }
    return this.sorted[from] === wanted;
  }
}

const keyOf = (ordinal: number, other: number): bigint => (BigInt(ordinal) << OTHER_BITS) | BigInt(other);
