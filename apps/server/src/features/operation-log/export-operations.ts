import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { getOperationHead } from "./operation-chain.store.ts";
import { type ChainLink, findSpan, listLinks } from "./operation-page.store.ts";

/** Few enough that the largest entries of one page fit in memory many times over. */
const PAGE = 200;

/**
 * The content stands in its line letter by letter as it was hashed, always behind the same number of characters: whoever
 * checks the file cuts it out and needs no knowledge of how PostgreSQL writes JSON.
 */
const toLine = ({ previous_hash, hash, content }: ChainLink): string =>
  `{"prev_hash":"${previous_hash.toString("hex")}","hash":"${hash.toString("hex")}","entry":${content}}\n`;

/** The history oldest first, page by page, and at the end the head as it was when the export began. */
export async function* exportOperations(
  { db, log }: { db: Db; log: Log },
  range: { from?: Date | undefined; to?: Date | undefined },
): AsyncGenerator<string> {
  try {
    // Before the span: an entry that is added in between is then in neither.
    const head = await getOperationHead(db);
    const { span } = await findSpan(db, range);
    const last = Math.min(span.last, head.seq);
    let lines = 0;
    for (let first = span.first; first <= last; first += PAGE) {
      const links = await listLinks(db, { first, last: Math.min(first + PAGE - 1, last) });
      lines += links.length;
      yield links.map(toLine).join("");
    }
    yield `${JSON.stringify({ head: { ...head, at: head.at?.toISOString() ?? null }, entries: lines })}\n`;
  } catch (error) {
    // The answer has begun, so the error reply cannot tell of it: the file ends without its last line.
    log.warn({ err: error }, "history export failed");
    throw error;
  }
}
