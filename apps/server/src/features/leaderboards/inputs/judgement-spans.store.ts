import { type RawBuilder, sql } from "kysely";

/** Whose judgements are read, and up to which. */
export interface JudgementQuery {
  readonly taskId: string;
  readonly judgementSeq: number;
  /** Whether cells have more than one clip. */
  readonly hasSamples: boolean;
}

/** Judgements of a task are numbered without a gap. */
export interface JudgementSpan {
  readonly after: number;
  readonly last: number;
}

/** Little enough that no statement is long and no answer large, much enough that their number does not matter. */
const JUDGEMENTS_AT_ONCE = 20_000;

export const readSpans = async <T>(judgementSeq: number, read: (span: JudgementSpan) => Promise<T>): Promise<T[]> => {
  const pages: T[] = [];
  for (let after = 0; after < judgementSeq; after += JUDGEMENTS_AT_ONCE) {
    pages.push(await read({ after, last: after + JUDGEMENTS_AT_ONCE }));
  }
  return pages;
};

/** Which of several clips of a cell it was stands with the item; where there is one only, nobody has to look. */
export const sampleOf = (hasSamples: boolean): { sample: RawBuilder<number>; items: RawBuilder<unknown> } => ({
  sample: hasSamples ? sql`i.sample` : sql`0::int2`,
  items: hasSamples ? sql`join evaluation_item i on i.id = j.item_id` : sql``,
});
