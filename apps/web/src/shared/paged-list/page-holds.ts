const SETTLE_MS = 80;

/**
 * Tracks the visible pages of a long list. Rows hold their page while mounted; pages that a quick scroll only passes are
 * dropped before they are requested, or soon after.
 */
export const createPageHolds = (pageItems: number, onSettle: (pages: readonly number[]) => void) => {
  const counts = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = (): void => {
    timer = undefined;
    onSettle([...counts.keys()].sort((a, b) => a - b));
  };
  const count = (page: number, by: number): void => {
    const next = (counts.get(page) ?? 0) + by;
    if (next > 0) counts.set(page, next);
    else counts.delete(page);
    timer ??= setTimeout(settle, SETTLE_MS);
  };
  return {
    hold: (index: number): (() => void) => {
      const page = Math.floor(index / pageItems);
      count(page, 1);
      return () => count(page, -1);
    },
    stop: (): void => clearTimeout(timer),
  };
};
