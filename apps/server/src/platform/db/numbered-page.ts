/** Gapless numbers from first to last, both inclusive; empty when last is before first. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

export interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

export const EMPTY_SPAN: NumberRange = { first: 1, last: 0 };

export const sizeOf = ({ first, last }: NumberRange): number => Math.max(0, last - first + 1);

/** The numbers on a page counted from the newest; an empty range past the end. */
export const spanOfPage = ({ first, last }: NumberRange, { offset, limit }: PageQuery): NumberRange => {
  const highest = last - offset;
  return { first: Math.max(first, highest - limit + 1), last: highest };
};

/**
 * A page of a gaplessly numbered list, newest first. Lookup by number makes every page as cheap as the first and gives the
 * total without counting. Rows added meanwhile have higher numbers and shift nothing.
 */
export const readNumberedPage = async <Row>(
  span: NumberRange,
  query: PageQuery,
  readNewestFirst: (numbers: NumberRange) => Promise<Row[]>,
): Promise<{ items: Row[]; total: number }> => {
  const numbers = spanOfPage(span, query);
  return { items: sizeOf(numbers) === 0 ? [] : await readNewestFirst(numbers), total: sizeOf(span) };
};

/** Streams the same list in slices, newest first, with bounded memory. */
export async function* readDenseSlices<Row>(
  span: NumberRange,
  limit: number,
  readNewestFirst: (numbers: NumberRange) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let offset = 0; offset < sizeOf(span); offset += limit) {
    yield await readNewestFirst(spanOfPage(span, { offset, limit }));
  }
}
