/** A separate queue: a check takes minutes and both cores, and must not delay sign-in codes. */
export const mediaTaskQueue = (taskQueue: string): string => `${taskQueue}-media`;

/** One prefix holds everything derived from a version. */
export const derivedKeys = (assetId: string, version: number) => {
  // Ids start with a timestamp and end in random characters; starting keys with the end avoids a hot partition.
  const prefix = `derived/${assetId.slice(-2)}/${assetId}/${version}`;
  return { poster: `${prefix}/poster.webp`, sprite: `${prefix}/sprite.webp`, vtt: `${prefix}/sprite.vtt` };
};
