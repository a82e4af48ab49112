/** Browsers open six connections per server; posters still being rendered must not occupy all of them. */
const MOST_AT_ONCE = 4;
/** An image outside the viewport does not load, so its slot is released after this time. */
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

/** Starts when a slot is free; returns a function that releases the slot or leaves the queue. */
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
