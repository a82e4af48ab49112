/** Series expansion around zero; beyond eight the tail vanishes in double precision. */
export const normalCdf = (z: number): number => {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let [term, total] = [z, z];
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (z * z) / n;
    total += term;
  }
  return 0.5 + (total * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
};

/** Bisection gives the same last bit on every engine; quantiles are rarely needed, so speed does not matter. */
const invert = (cdf: (x: number) => number, level: number, reach: number): number => {
  let [low, high] = [-reach, reach];
  for (let n = 0; n < 80; n++) {
    const middle = (low + high) / 2;
    if (cdf(middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

export const normalQuantile = (level: number): number => invert(normalCdf, level, 9);

/** Stirling's series, exact in double precision from ten on; below that by the recurrence. */
const logGamma = (x: number): number => {
  if (x < 10) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / (x * x);
  const series = 1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x;
};

const awayFromZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);

/** The continued fraction of the incomplete beta function, by Lentz's method. */
const betaFraction = (a: number, b: number, x: number): number => {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
};

const incompleteBeta = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
};

/** Degrees of freedom need not be integers. */
export const tCdf = (t: number, degrees: number): number => {
  const tail = incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
  return t > 0 ? 1 - tail : tail;
};

export const tQuantile = (level: number, degrees: number): number =>
  invert((t) => tCdf(t, degrees), level, degrees < 2 ? 1e4 : 200);
