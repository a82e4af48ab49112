export interface PauseGate {
  readonly isPaused: () => boolean;
  pause(): void;
  resume(): void;
  /** Resolves immediately unless paused, else when the pause ends. */
  pass(signal: AbortSignal): Promise<void>;
}

export const createPauseGate = (): PauseGate => {
  let opening: PromiseWithResolvers<void> | undefined;
  return {
    isPaused: () => opening !== undefined,
    pause: () => {
      opening ??= Promise.withResolvers<void>();
    },
    resume: () => {
      opening?.resolve();
      opening = undefined;
    },
    pass: async (signal) => {
      while (opening) {
        const ended = Promise.withResolvers<never>();
        const leave = (): void => ended.reject(signal.reason);
        signal.addEventListener("abort", leave, { once: true });
        try {
          signal.throwIfAborted();
          await Promise.race([opening.promise, ended.promise]);
        } finally {
          signal.removeEventListener("abort", leave);
        }
      }
    },
  };
};
