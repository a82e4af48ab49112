import type { ViewerHeader } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useKey } from "../../../lib/use-key.ts";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { findShard, firstSampleOf, neighbourShard, type ShardColumns } from "../map/find-shard.ts";
import { mapQuery, shardQuery } from "../shard.queries.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { sampleQuery } from "../viewer.queries.ts";
import { VIEWER_KEYS } from "../viewer.shortcuts.ts";

const GOLDEN = 0x9e3779b9;

/** One step of a small hash function: nearby inputs give distant outputs. */
const mix = (value: number): number => {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** The sample of a draw: deterministic by seed, on every machine. */
export const drawIndex = (seed: number, draw: number, samples: number): number => {
  const high = mix(seed + Math.imul(draw, GOLDEN));
  const low = mix(high ^ GOLDEN);
  // Use 53 bits, the precision of a number, so that a dataset of a billion samples is drawn from uniformly.
  const share = (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
  return Math.min(samples - 1, Math.floor(share * samples));
};

export interface WalkFault {
  readonly error: unknown;
  readonly retry: () => void;
}

export interface Walk {
  /** The displayed sample's shard, if known from the map or the sample. */
  readonly shard: number | undefined;
  readonly shardOf: (index: number) => number | undefined;
  readonly columns: ShardColumns | undefined;
  /** Why the last requested shard could not be opened. */
  readonly fault: WalkFault | undefined;
  readonly goTo: (index: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly stepShard: (by: 1 | -1) => void;
  readonly openShard: (shard: number) => void;
  readonly drawRandom: () => void;
}

interface WalkOptions {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
  mapOffset: number;
}

/** Navigation between samples, by buttons and shortcuts. */
export const useWalk = ({ header, urlState, mapOffset }: WalkOptions): Walk => {
  const { handle, samples, shards } = header;
  const client = useQueryClient();
  const map = useQuery(mapQuery(handle, mapOffset));
  const columns = map.data && { offset: mapOffset, ...map.data };
  const { i: index, luck, draw } = urlState.values;
  const [fault, setFault] = useState<WalkFault>();
  const shardOf = (sample: number): number | undefined =>
    (columns && findShard(columns, sample)) ?? client.getQueryData(sampleQuery(header, sample).queryKey)?.shard;
  const shard = shardOf(index);

  const goTo = (wanted: number): void => {
    const inside = Math.min(Math.max(wanted, 0), Math.max(samples - 1, 0));
    urlState.set({ i: inside, mode: "inspect" }, { replace: true });
  };
  const openShard = async (wanted: number): Promise<void> => {
    setFault(undefined);
    const known = columns && firstSampleOf(columns, wanted);
    try {
      goTo(known ?? (await client.fetchQuery(shardQuery(handle, wanted))).first_sample);
    } catch (error) {
      setFault({ error, retry: () => void openShard(wanted) });
    }
  };
  const stepShard = (by: 1 | -1): void => {
    if (shard === undefined) return;
    const next = (columns && neighbourShard(columns, shard, by)) ?? shard + by;
    if (next >= 0 && next < shards) void openShard(next);
  };
  const drawRandom = (): void => {
    if (samples === 0) return;
    urlState.set({ draw: draw + 1, i: drawIndex(luck, draw + 1, samples), mode: "inspect" }, { replace: true });
  };
  return {
    shard,
    shardOf,
    columns,
    fault,
    goTo,
    step: (by) => goTo(index + by),
    stepShard,
    openShard: (wanted) => void openShard(wanted),
    drawRandom,
  };
};

/** Only for single samples; streaming has its own shortcuts. */
export const useWalkKeys = (walk: Walk): void => {
  useKey(VIEWER_KEYS.before.keys, () => walk.step(-1));
  useKey(VIEWER_KEYS.next.keys, () => walk.step(1));
  useKey(VIEWER_KEYS.shardBefore.keys, () => walk.stepShard(-1));
  useKey(VIEWER_KEYS.shardNext.keys, () => walk.stepShard(1));
  useKey(VIEWER_KEYS.random.keys, walk.drawRandom);
};
