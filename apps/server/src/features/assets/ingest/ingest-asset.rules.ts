/** Checking files takes minutes and both cores; on a queue of its own it never holds up a sign-in code. */
export const mediaTaskQueue = (taskQueue: string): string => `${taskQueue}-media`;

/** Beside each other, so that one prefix holds everything that was made from one version. */
export const derivedKeys = (assetId: string, version: number) => {
  // The end of the id is random, its beginning is the time: keys that share a beginning would crowd one place.
  const prefix = `derived/${assetId.slice(-2)}/${assetId}/${version}`;
  return { poster: `${prefix}/poster.webp`, sprite: `${prefix}/sprite.webp`, vtt: `${prefix}/sprite.vtt` };
};
