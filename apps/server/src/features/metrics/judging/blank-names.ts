import { open } from "node:fs/promises";

/** Audio encoders write their name into the first, silent frame, and stream copy keeps it. */
const NAME = /Lav[cf]\d{1,3}\.\d{1,3}\.\d{1,3}/g;
const LONGEST_NAME = 16;
const PIECE_BYTES = 1024 ** 2;
/** The first frames are within this prefix. */
const LOOKED_AT_BYTES = 16 * PIECE_BYTES;

/** Overwrites encoder names in a file with zeros; the size stays the same. */
export const blankNames = async (path: string): Promise<void> => {
  const file = await open(path, "r+");
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let at = 0; at < LOOKED_AT_BYTES; at += PIECE_BYTES - LONGEST_NAME) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
      for (const { index, 0: name } of piece.toString("latin1", 0, bytesRead).matchAll(NAME)) {
        await file.write(Buffer.alloc(name.length), 0, name.length, at + index);
      }
      if (bytesRead < PIECE_BYTES) return;
    }
  } finally {
    await file.close();
  }
};
