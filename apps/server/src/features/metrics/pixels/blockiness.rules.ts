const GRID = 8;
/** Luma. Keeps the ratio of a flat picture, which has no gradients, at one. */
const FLOOR = 0.1;

interface Gradients {
  border: number;
  borders: number;
  inside: number;
  insides: number;
}

const addRow = (frame: Uint8Array, start: number, width: number, found: Gradients): void => {
  for (let x = 1; x < width; x++) {
    const change = Math.abs((frame[start + x] as number) - (frame[start + x - 1] as number));
    if (x % GRID === 0) {
      found.border += change;
      found.borders += 1;
    } else {
      found.inside += change;
      found.insides += 1;
    }
  }
};

const addStep = (frame: Uint8Array, y: number, width: number, found: Gradients): void => {
  const start = y * width;
  let sum = 0;
  for (let at = start; at < start + width; at++) {
    sum += Math.abs((frame[at] as number) - (frame[at - width] as number));
  }
  if (y % GRID === 0) {
    found.border += sum;
    found.borders += width;
  } else {
    found.inside += sum;
    found.insides += width;
  }
};

/**
 * Ratio of gradients at the borders of 8-pixel blocks to those inside, in both directions. The picture must be unscaled and
 * start at a block border. About one for a picture without a grid.
 */
export const blockinessOf = (frame: Uint8Array, width: number, height: number): number => {
  const found = { border: 0, borders: 0, inside: 0, insides: 0 };
  for (let y = 0; y < height; y++) {
    addRow(frame, y * width, width, found);
    if (y > 0) addStep(frame, y, width, found);
  }
  const mean = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);
  return (mean(found.border, found.borders) + FLOOR) / (mean(found.inside, found.insides) + FLOOR);
};
