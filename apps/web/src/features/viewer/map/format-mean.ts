const PRECISION = 4;
const SMALLEST = 1e-4;
const LARGEST = 1e9;

/** Four significant digits: the means of different columns differ by many orders of magnitude. */
export const formatMean = (mean: number, language: string): string => {
  const size = Math.abs(mean);
  const isPlain = mean === 0 || (size >= SMALLEST && size < LARGEST);
  const notation = isPlain ? "standard" : "scientific";
  return new Intl.NumberFormat(language, { maximumSignificantDigits: PRECISION, notation }).format(mean);
};
