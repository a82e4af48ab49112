export interface RunningHash {
  readonly update: (bytes: Uint8Array) => void;
  /** Lower-case hexadecimal, as in index files. */
  readonly digest: () => string;
}
// XXH32 and XXH64 with seed 0, as Python's xxhash writes them. 64-bit values are kept as two halves: BigInt would be ten
// times slower.
const P32 = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1].map((prime) => prime | 0);
const [A1 = 0, A2 = 0, A3 = 0, A4 = 0, A5 = 0] = P32;

const rotate32 = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");

/** Passes on whole stripes as they fill, and keeps the rest for the end. */
const inStripes = (stripeBytes: number, take: (view: DataView, at: number) => void) => {
  const rest = new Uint8Array(stripeBytes);
  const restView = new DataView(rest.buffer);
  let held = 0;
  let total = 0;
  return {
    rest: () => ({ bytes: rest.subarray(0, held), view: restView, held, total }),
    update: (bytes: Uint8Array): void => {
      total += bytes.length;
      let at = 0;
      if (held > 0) {
        at = Math.min(stripeBytes - held, bytes.length);
        rest.set(bytes.subarray(0, at), held);
        held += at;
        if (held < stripeBytes) return;
        take(restView, 0);
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (; at + stripeBytes <= bytes.length; at += stripeBytes) take(view, at);
      held = bytes.length - at;
      rest.set(bytes.subarray(at), 0);
    },
  };
};

export const createXxh32 = (): RunningHash => {
  const lanes = new Int32Array([A1 + A2, A2, 0, -A1]);
  const stripes = inStripes(16, (view, at) => {
    for (let lane = 0; lane < 4; lane++) {
      const mixed = ((lanes[lane] ?? 0) + Math.imul(view.getInt32(at + lane * 4, true), A2)) | 0;
      lanes[lane] = Math.imul(rotate32(mixed, 13), A1);
    }
  });
  const digest = (): string => {
    const { view, bytes, held, total } = stripes.rest();
    const [a = 0, b = 0, c = 0, d = 0] = lanes;
    let hash = total >= 16 ? rotate32(a, 1) + rotate32(b, 7) + rotate32(c, 12) + rotate32(d, 18) : A5;
    hash = (hash + total) | 0;
    let at = 0;
    for (; at + 4 <= held; at += 4) {
      hash = (hash + Math.imul(view.getInt32(at, true), A3)) | 0;
      hash = Math.imul(rotate32(hash, 17), A4);
    }
    for (; at < held; at++) hash = Math.imul(rotate32((hash + Math.imul(bytes[at] ?? 0, A5)) | 0, 11), A1);
    hash = Math.imul(hash ^ (hash >>> 15), A2);
    hash = Math.imul(hash ^ (hash >>> 13), A3);
    return hex(hash ^ (hash >>> 16));
  };
  return { update: stripes.update, digest };
};

const P64 = {
  p1: { hi: 0x9e3779b1 | 0, lo: 0x85ebca87 | 0 },
  p2: { hi: 0xc2b2ae3d | 0, lo: 0x27d4eb4f | 0 },
  p3: { hi: 0x165667b1 | 0, lo: 0x9e3779f9 | 0 },
  p4: { hi: 0x85ebca77 | 0, lo: 0xc2b2ae63 | 0 },
  p5: { hi: 0x27d4eb2f | 0, lo: 0x165667c5 | 0 },
};
type Half = { readonly hi: number; readonly lo: number };

/** The upper 32 bits of the product of two unsigned 32-bit words. */
const upperOf = (a: number, b: number): number => {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const low = Math.imul(aLow, bLow) >>> 0;
  // Each of the two terms fits into 32 bits.
  const cross = (Math.imul(aHigh, bLow) >>> 0) + (low >>> 16);
  const middle = (Math.imul(aLow, bHigh) >>> 0) + (cross & 0xffff);
  return (Math.imul(aHigh, bHigh) + (cross >>> 16) + (middle >>> 16)) | 0;
};

/** A mutable 64-bit number. */
class Word {
  hi: number;
  lo: number;

  constructor({ hi, lo }: Half = { hi: 0, lo: 0 }) {
    this.hi = hi;
    this.lo = lo;
  }

  set({ hi, lo }: Half): this {
    this.hi = hi;
    this.lo = lo;
    return this;
  }

  add(other: Half): this {
    const lo = (this.lo >>> 0) + (other.lo >>> 0);
    this.lo = lo | 0;
    this.hi = (this.hi + other.hi + (lo > 0xffff_ffff ? 1 : 0)) | 0;
    return this;
  }

  multiply(other: Half): this {
    const hi = upperOf(this.lo, other.lo) + Math.imul(this.hi, other.lo) + Math.imul(this.lo, other.hi);
    this.lo = Math.imul(this.lo, other.lo);
    this.hi = hi | 0;
    return this;
  }

  rotate(bits: number): this {
    const [hi, lo] = bits < 32 ? [this.hi, this.lo] : [this.lo, this.hi];
    const by = bits & 31;
    this.hi = by === 0 ? hi : (hi << by) | (lo >>> (32 - by));
    this.lo = by === 0 ? lo : (lo << by) | (hi >>> (32 - by));
    return this;
  }

  mix(other: Half): this {
    this.hi ^= other.hi;
    this.lo ^= other.lo;
    return this;
  }

  mixShifted(bits: number): this {
    if (bits >= 32) this.lo ^= this.hi >>> (bits - 32);
    else {
      this.lo ^= (this.lo >>> bits) | (this.hi << (32 - bits));
      this.hi ^= this.hi >>> bits;
    }
    return this;
  }
}

const { p1, p2, p3, p4, p5 } = P64;
const negative = ({ hi, lo }: Half): Half => new Word({ hi: ~hi, lo: ~lo }).add({ hi: 0, lo: 1 });

export const createXxh64 = (): RunningHash => {
  const lanes = [new Word(p1).add(p2), new Word(p2), new Word(), new Word(negative(p1))] as const;
  const input = new Word();
  const take = (lane: Word, view: DataView, at: number): void => {
    input.lo = view.getInt32(at, true);
    input.hi = view.getInt32(at + 4, true);
    lane.add(input.multiply(p2)).rotate(31).multiply(p1);
  };
  const stripes = inStripes(32, (view, at) => {
    take(lanes[0], view, at);
    take(lanes[1], view, at + 8);
    take(lanes[2], view, at + 16);
    take(lanes[3], view, at + 24);
  });
  return { update: stripes.update, digest: () => finish64(lanes, stripes.rest()) };
};

interface Rest {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly held: number;
  readonly total: number;
}

const joinLanes = (lanes: readonly Word[]): Word => {
  const hash = new Word();
  for (const [lane, bits] of [1, 7, 12, 18].entries()) hash.add(new Word(lanes[lane]).rotate(bits));
  for (const lane of lanes) {
    hash.mix(new Word(lane).multiply(p2).rotate(31).multiply(p1));
    hash.multiply(p1).add(p4);
  }
  return hash;
};

const finish64 = (lanes: readonly Word[], { bytes, view, held, total }: Rest): string => {
  const hash = total >= 32 ? joinLanes(lanes) : new Word(p5);
  hash.add({ hi: Math.floor(total / 2 ** 32) | 0, lo: total | 0 });
  const input = new Word();
  let at = 0;
  for (; at + 8 <= held; at += 8) {
    input.set({ hi: view.getInt32(at + 4, true), lo: view.getInt32(at, true) });
    hash.mix(input.multiply(p2).rotate(31).multiply(p1)).rotate(27).multiply(p1).add(p4);
  }
  if (at + 4 <= held) {
    hash
      .mix(input.set({ hi: 0, lo: view.getInt32(at, true) }).multiply(p1))
      .rotate(23)
      .multiply(p2)
      .add(p3);
    at += 4;
  }
  for (; at < held; at++)
    hash
      .mix(input.set({ hi: 0, lo: bytes[at] ?? 0 }).multiply(p5))
      .rotate(11)
      .multiply(p1);
  hash.mixShifted(33).multiply(p2).mixShifted(29).multiply(p3).mixShifted(32);
  return hex(hash.hi) + hex(hash.lo);
};
