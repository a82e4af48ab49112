/** One page of the map: arrays of equal length, starting at shard `offset`. */
export interface ShardColumns {
  readonly offset: number;
  readonly total: number;
  readonly first_sample: readonly number[];
  readonly samples: readonly number[];
  readonly stored_bytes: readonly number[];
  readonly states: readonly number[];
  /** Of the chosen column; absent until they are loaded. */
  readonly means?: ShardMeans | undefined;
}

export interface ShardMeans {
  readonly column: string;
  readonly means: readonly (number | null)[];
  /** Indexes into MEAN_STATES. */
  readonly states: readonly number[];
}

/** The known shard that contains a sample: the last non-empty one that starts at or before it. */
export const findShard = ({ offset, first_sample, samples }: ShardColumns, index: number): number | undefined => {
  let [low, high] = [0, first_sample.length - 1];
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if ((first_sample[middle] ?? 0) <= index) {
      found = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  // Empty shards start where the next one does.
  while (found >= 0 && samples[found] === 0) found -= 1;
  if (found < 0) return undefined;
  return index < (first_sample[found] ?? 0) + (samples[found] ?? 0) ? offset + found : undefined;
};

/** The nearest non-empty shard in one direction. */
export const neighbourShard = ({ offset, samples }: ShardColumns, shard: number, step: 1 | -1): number | undefined => {
  for (let place = shard - offset + step; place >= 0 && place < samples.length; place += step)
    if ((samples[place] ?? 0) > 0) return offset + place;
  return undefined;
};

export const firstSampleOf = ({ offset, first_sample }: ShardColumns, shard: number): number | undefined =>
  first_sample[shard - offset];
