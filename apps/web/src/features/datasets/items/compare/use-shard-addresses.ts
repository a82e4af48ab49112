import { useEffect, useState } from "react";
import { openShardMedia } from "../../../../shared/shard-media/open-shard-media.ts";
import type { SetVersion } from "../items.queries.ts";
import { shardClipOf } from "../media-addresses.ts";

/** The playback URLs of several clips, each set once it is known whether the service worker or the server serves it. */
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
