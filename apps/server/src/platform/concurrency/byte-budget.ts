/** Memory that concurrent work shares: a semaphore that counts bytes. First come, first served. */
export interface ByteBudget {
  /** Waits until so many bytes are free, and holds them while the work runs. Work that asks for more than all gets all. */
  readonly hold: <T>(bytes: number, act: () => Promise<T>) => Promise<T>;
  readonly held: () => number;
}

export const openByteBudget = (totalBytes: number): ByteBudget => {
  let held = 0;
  const waiting: { readonly bytes: number; readonly go: () => void }[] = [];

  const admit = (): void => {
    for (let next = waiting[0]; next && held + next.bytes <= totalBytes; next = waiting[0]) {
      waiting.shift();
      held += next.bytes;
      next.go();
    }
  };
  return {
    hold: async (asked, act) => {
      const bytes = Math.min(asked, totalBytes);
      const { promise, resolve: go } = Promise.withResolvers<void>();
      waiting.push({ bytes, go });
      admit();
      await promise;
      try {
        return await act();
      } finally {
        held -= bytes;
        admit();
      }
    },
    held: () => held,
  };
};
