export interface Bucket {
  readonly resolution: string;
  readonly frames: string;
  readonly aspect: string;
  readonly items: number;
}

export interface BucketRow<B extends Bucket> {
  readonly resolution: string;
  readonly aspect: string;
  readonly cells: ReadonlyMap<string, B>;
  readonly items: number;
}

/** Sorts by the first number in a label: 720p after 480p, 33–64 after 1–32; labels without a number come last. */
const byNumber = (one: string, other: string): number => {
  const number = (label: string): number => Number(/\d+/.exec(label)?.[0] ?? Number.POSITIVE_INFINITY);
  const [a, b] = [number(one), number(other)];
  return a === b ? one.localeCompare(other, "en", { numeric: true }) : a - b;
};

/** From portrait to landscape. */
const byShape = (one: string, other: string): number => {
  const ratio = (label: string): number => {
    const [, wide, high] = /^(\d+):(\d+)$/.exec(label) ?? [];
    return wide && high ? Number(wide) / Number(high) : Number.POSITIVE_INFINITY;
  };
  const [a, b] = [ratio(one), ratio(other)];
  return a === b ? one.localeCompare(other) : a - b;
};

/** Rows by resolution and aspect ratio, columns by number of frames. */
export const bucketRows = <B extends Bucket>(buckets: readonly B[]) => {
  const frames = [...new Set(buckets.map((bucket) => bucket.frames))].sort(byNumber);
  const rows = new Map<string, { resolution: string; aspect: string; cells: Map<string, B>; items: number }>();
  for (const bucket of buckets) {
    const key = `${bucket.resolution}\n${bucket.aspect}`;
    const row = rows.get(key) ?? { resolution: bucket.resolution, aspect: bucket.aspect, cells: new Map(), items: 0 };
    row.cells.set(bucket.frames, bucket);
    row.items += bucket.items;
    rows.set(key, row);
  }
  const sorted: BucketRow<B>[] = [...rows.values()].sort(
    (one, other) => byNumber(one.resolution, other.resolution) || byShape(one.aspect, other.aspect),
  );
  return { frames, rows: sorted, most: Math.max(1, ...buckets.map(({ items }) => items)) };
};
