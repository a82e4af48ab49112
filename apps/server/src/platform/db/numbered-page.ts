/** Things numbered without a gap, from the first to the last, both included; none when the last is before the first. */
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

/** Which numbers stand on a page counted from the newest; an empty span past the end. */
export const spanOfPage = ({ first, last }: NumberRange, { offset, limit }: PageQuery): NumberRange => {
  const highest = last - offset;
  return { first: Math.max(first, highest - limit + 1), last: highest };
};

/**
 * A page of a list whose things are numbered without a gap, newest first: found by its numbers, so that any page costs what
 * the first costs and the total is known without counting. What is added meanwhile has higher numbers and changes neither.
 */
export const readNumberedPage = async <Row>(
  span: NumberRange,
  query: PageQuery,
  readNewestFirst: (numbers: NumberRange) => Promise<Row[]>,
): Promise<{ items: Row[]; total: number }> => {
  const numbers = spanOfPage(span, query);
  return { items: sizeOf(numbers) === 0 ? [] : await readNewestFirst(numbers), total: sizeOf(span) };
};

/** The same list piece by piece, newest first, for whoever wants all of it and never much at once. */
export async function* readDenseSlices<Row>(
  span: NumberRange,
  limit: number,
  readNewestFirst: (numbers: NumberRange) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let offset = 0; offset < sizeOf(span); offset += limit) {
    yield await readNewestFirst(spanOfPage(span, { offset, limit }));
  }
}
