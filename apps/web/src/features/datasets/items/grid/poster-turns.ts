/** A browser keeps six connections to a server; posters that are still being made must not hold all of them. */
const MOST_AT_ONCE = 4;
/** A picture that nobody has scrolled to does not load, and gives its turn on. */
const TURN_MS = 5_000;

const waiting = new Set<() => void>();
let running = 0;

const next = (): void => {
  for (const start of waiting) {
    if (running >= MOST_AT_ONCE) return;
    waiting.delete(start);
    start();
  }
};

/** Starts when there is room; answers how to end the turn, or to leave the line. */
export const takeTurn = (start: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begin = (): void => {
    running += 1;
    timer = setTimeout(end, TURN_MS);
    start();
  };
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    if (waiting.delete(begin)) return;
    clearTimeout(timer);
    running -= 1;
    next();
  };
  waiting.add(begin);
  next();
  return end;
};
