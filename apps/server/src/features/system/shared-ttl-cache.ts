/** One run serves everybody who asks while it runs and for a while after, so that watchers cannot load the engines. */
export const sharedTtlCache = <T>(forMs: number, act: () => Promise<T>): (() => Promise<T>) => {
  let shared: { value: Promise<T>; untilMs: number } | undefined;
  return () => {
    if (shared && performance.now() < shared.untilMs) return shared.value;
    const current = { value: act(), untilMs: Number.POSITIVE_INFINITY };
    shared = current;
    const settle = (): void => {
      current.untilMs = performance.now() + forMs;
    };
    current.value.then(settle, settle);
    return current.value;
  };
};
