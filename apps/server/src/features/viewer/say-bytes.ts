const STEPS = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;

/** Rounded for messages: "61 MB". */
export const sayBytes = (bytes: number): string => {
  const step = bytes < 1_000 ? 0 : Math.min(STEPS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${STEPS[step]}`;
};
