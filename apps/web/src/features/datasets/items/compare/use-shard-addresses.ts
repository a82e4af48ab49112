import { useEffect, useState } from "react";
import { openShardMedia } from "../../../../shared/shard-media/open-shard-media.ts";
import type { SetVersion } from "../items.queries.ts";
import { shardClipOf } from "../media-addresses.ts";

/** The addresses that several clips play from, each known once it is decided which way it goes. */
export const useShardAddresses = (
  { id, version }: SetVersion,
  ordinals: readonly number[],
): ReadonlyMap<number, string> => {
  const [addresses, setAddresses] = useState<ReadonlyMap<number, string>>(new Map());
  const key = ordinals.join();
  useEffect(() => {
    const wanted = key === "" ? [] : key.split(",").map(Number);
    const opened = wanted.map((ordinal) =>
      openShardMedia(shardClipOf({ id, version }, ordinal), ({ src }) => {
        if (src !== undefined) setAddresses((now) => new Map(now).set(ordinal, src));
      }),
    );
    return () => {
      for (const { release } of opened) release();
      setAddresses(new Map());
    };
  }, [id, version, key]);
  return addresses;
};
