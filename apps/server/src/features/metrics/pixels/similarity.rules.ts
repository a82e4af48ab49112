const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const PIXELS = WINDOW * WINDOW;

/** The maximum reported value: equal frames have an infinite PSNR. */
export const MAX_PSNR_DB = 100;

const ssimOfWindow = (a: Uint8Array, b: Uint8Array, start: number, width: number): number => {
  let [sumA, sumB, squares, products] = [0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y++) {
    const row = start + y * width;
    for (let at = row; at < row + WINDOW; at++) {
      const x = a[at] as number;
      const z = b[at] as number;
      sumA += x;
      sumB += z;
      squares += x * x + z * z;
      products += x * z;
    }
  }
  const [meanA, meanB] = [sumA / PIXELS, sumB / PIXELS];
  const variances = squares / PIXELS - meanA * meanA - meanB * meanB;
  const covariance = products / PIXELS - meanA * meanB;
  const brightness = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  return (brightness * (2 * covariance + C2)) / (variances + C2);
};

/** SSIM over 8×8 windows with a stride of four pixels. Null for pictures smaller than one window. */
export const ssimOf = (a: Uint8Array, b: Uint8Array, width: number, height: number): number | null => {
  let [sum, windows] = [0, 0];
  for (let y = 0; y + WINDOW <= height; y += STEP) {
    for (let x = 0; x + WINDOW <= width; x += STEP) {
      sum += ssimOfWindow(a, b, y * width + x, width);
      windows += 1;
    }
  }
  return windows === 0 ? null : sum / windows;
};

export const squaredErrorOf = (a: Uint8Array, b: Uint8Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] as number) - (b[at] as number);
    sum += difference * difference;
  }
  return sum;
};

export const psnrOf = (meanSquaredError: number): number =>
  Math.min(MAX_PSNR_DB, 10 * Math.log10((255 * 255) / Math.max(meanSquaredError, Number.MIN_VALUE)));
