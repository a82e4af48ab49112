export interface Slots {
  /** Waits for a free slot; returns its release function. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** A FIFO semaphore with `count` slots. */
export const createSlots = (count: number): Slots => {
  let free = count;
  const waiting: (() => void)[] = [];

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const once = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  };
  const take = (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve(once());
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener("abort", leave);
        resolve(once());
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      waiting.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  };
  return { take };
};
