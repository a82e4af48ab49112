import type { ByteSource } from "@dailies/formats/byte-source";
import { joinRanges, type Piece, pieceFor } from "@dailies/formats/mds/shards/range-plan";

export interface ByteSpan {
  readonly begin: number;
  readonly end: number;
  /** The content type is known, so no bytes have to be read. */
  readonly isKnown?: boolean;
}

/** Up to this size a sample is one read; in larger ones, small files are read whole and large ones by their first bytes. */
const WHOLE_BYTES = 16_384;
const SMALL_BYTES = 65_536;
const HEAD_BYTES = 192;

const wantedOf = ({ begin, end, isKnown = false }: ByteSpan): ByteSpan => {
  if (isKnown) return { begin, end: begin };
  return end - begin <= SMALL_BYTES ? { begin, end } : { begin, end: begin + HEAD_BYTES };
};

export interface PieceOf {
  /** The whole span, if it was read. */
  readonly bytes: Uint8Array | undefined;
  readonly head: Uint8Array;
}

/** Reads the displayable parts of these spans in as few requests as possible. */
export const readPieces = async (
  source: ByteSource,
  object: string,
  whole: ByteSpan,
  spans: readonly ByteSpan[],
  signal?: AbortSignal,
): Promise<PieceOf[]> => {
  const wanted = spans.map(wantedOf).filter(({ begin, end }) => begin < end);
  const ranges = whole.end - whole.begin <= WHOLE_BYTES ? [whole] : joinRanges(wanted);
  const pieces: Piece[] = await Promise.all(
    ranges.map(async ({ begin, end }) => ({ begin, bytes: await source.read(object, begin, end, signal) })),
  );
  return spans.map((span) => {
    const bytes = pieceFor(pieces, span);
    const head = bytes ?? pieceFor(pieces, wantedOf(span)) ?? new Uint8Array(0);
    return { bytes, head: head.subarray(0, HEAD_BYTES) };
  });
};
