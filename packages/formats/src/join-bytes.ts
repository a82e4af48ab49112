export const joinBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
};
