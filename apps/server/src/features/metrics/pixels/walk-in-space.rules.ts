export interface SpaceFigures {
  /** Standard deviation of the Sobel gradient magnitude. */
  readonly gradientSpread: number;
  /** Variance of the 4-neighbour Laplacian. */
  readonly laplacianVariance: number;
}

const spreadOf = (count: number, sum: number, squares: number): number => {
  const mean = sum / count;
  return Math.max(0, squares / count - mean * mean);
};

/** Both measures of a frame in one pass, without the border. */
export const walkInSpace = (frame: Uint8Array, width: number, height: number): SpaceFigures => {
  let [gradients, gradientSquares, laplacians, laplacianSquares] = [0, 0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    const [over, row, under] = [(y - 1) * width, y * width, (y + 1) * width];
    let [a, d, g] = [frame[over] as number, frame[row] as number, frame[under] as number];
    let [b, e, h] = [frame[over + 1] as number, frame[row + 1] as number, frame[under + 1] as number];
    let [lengths, squares, curves, curveSquares] = [0, 0, 0, 0];
    for (let x = 2; x < width; x++) {
      const c = frame[over + x] as number;
      const f = frame[row + x] as number;
      const i = frame[under + x] as number;
      const across = c + f + f + i - a - d - d - g;
      const down = g + h + h + i - a - b - b - c;
      const square = across * across + down * down;
      const curve = b + d + f + h - 4 * e;
      lengths += Math.sqrt(square);
      squares += square;
      curves += curve;
      curveSquares += curve * curve;
      a = b;
      b = c;
      d = e;
      e = f;
      g = h;
      h = i;
    }
    gradients += lengths;
    gradientSquares += squares;
    laplacians += curves;
    laplacianSquares += curveSquares;
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return {
    gradientSpread: Math.sqrt(spreadOf(count, gradients, gradientSquares)),
    laplacianVariance: spreadOf(count, laplacians, laplacianSquares),
  };
};
