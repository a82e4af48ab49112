import type { ByteSource } from "@dailies/formats/byte-source";
import { openShardMedia, type ShardMedia } from "./open-shard-media.ts";
import type { ShardClip } from "./shard-clip.ts";

interface Opened {
  /** Replaced for each route found: a second one when storage refuses. */
  media: Promise<ShardMedia>;
  readonly release: () => void;
}

const open = (clip: ShardClip): Opened => {
  let settle: (media: ShardMedia) => void = () => undefined;
  const opened: Opened = {
    media: new Promise((resolve) => {
      settle = resolve;
    }),
    release: openShardMedia(clip, (media) => {
      settle(media);
      opened.media = Promise.resolve(media);
    }).release,
  };
  return opened;
};

const readRange = async (src: string, begin: number, end: number, signal: AbortSignal | undefined) => {
  const answer = await fetch(src, { headers: { range: `bytes=${begin}-${end - 1}` }, signal: signal ?? null });
  const bytes = answer.status === 206 ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  if (!bytes) await answer.body?.cancel();
  return { bytes, status: answer.status };
};

export interface ShardSource extends ByteSource {
  /** The route its bytes take. */
  readonly wayTo: (object: string) => Promise<ShardMedia["way"]>;
  readonly release: () => void;
}

/** Reads clips, or whole objects as clips, in the page: with the same routes and metering as played clips. */
export const createShardSource = (clipOf: (object: string) => ShardClip, size: ByteSource["size"]): ShardSource => {
  const opened = new Map<string, Opened>();
  const openedOf = (object: string): Opened => {
    const known = opened.get(object) ?? open(clipOf(object));
    opened.set(object, known);
    return known;
  };
  const read: ByteSource["read"] = async (object, begin, end, signal) => {
    if (end <= begin) return new Uint8Array();
    const media = openedOf(object);
    const first = await media.media;
    let answer = await readRange(String(first.src), begin, end, signal);
    const second = await media.media;
    if (!answer.bytes && second.src !== first.src) answer = await readRange(String(second.src), begin, end, signal);
    if (answer.bytes?.length !== end - begin)
      throw new Error(`bytes ${begin} to ${end} of ${object} could not be read: storage answered ${answer.status}`);
    return answer.bytes;
  };
  return {
    read,
    size,
    wayTo: async (object) => (await openedOf(object).media).way,
    release: () => {
      for (const each of opened.values()) each.release();
      opened.clear();
    },
  };
};
