import { type RawBuilder, sql } from "kysely";

/** The task whose judgements are read, and the last one to read. */
export interface JudgementQuery {
  readonly taskId: string;
  readonly judgementSeq: number;
  /** Whether cells have more than one clip. */
  readonly hasSamples: boolean;
}

/** Judgements of a task are numbered without gaps. */
export interface JudgementSpan {
  readonly after: number;
  readonly last: number;
}

/** Small enough for short statements and replies, large enough to need few of them. */
const JUDGEMENTS_AT_ONCE = 20_000;

export const readSpans = async <T>(judgementSeq: number, read: (span: JudgementSpan) => Promise<T>): Promise<T[]> => {
  const pages: T[] = [];
  for (let after = 0; after < judgementSeq; after += JUDGEMENTS_AT_ONCE) {
    pages.push(await read({ after, last: after + JUDGEMENTS_AT_ONCE }));
  }
  return pages;
};

/** The sample number is stored with the item; the join is skipped when every cell has one clip. */
export const sampleOf = (hasSamples: boolean): { sample: RawBuilder<number>; items: RawBuilder<unknown> } => ({
  sample: hasSamples ? sql`i.sample` : sql`0::int2`,
  items: hasSamples ? sql`join evaluation_item i on i.id = j.item_id` : sql``,
});
