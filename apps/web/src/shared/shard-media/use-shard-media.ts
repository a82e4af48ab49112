import { useEffect, useRef, useState } from "react";
import { openShardMedia, type ShardMedia, UNDECIDED } from "./open-shard-media.ts";
import type { ShardClip } from "./shard-clip.ts";

/** A same-origin URL for a clip inside an object, held while the component is mounted. */
export const useShardMedia = (clip: ShardClip | undefined): ShardMedia => {
  const [found, setFound] = useState<{ key: string; media: ShardMedia }>();
  const latest = useRef(clip);
  latest.current = clip;
  const key = clip?.key;
  useEffect(() => {
    const wanted = latest.current;
    if (key === undefined || !wanted) return undefined;
    const opened = openShardMedia(wanted, (media) => setFound({ key, media }));
    return opened.release;
  }, [key]);
  return found !== undefined && found.key === key ? found.media : UNDECIDED;
};
