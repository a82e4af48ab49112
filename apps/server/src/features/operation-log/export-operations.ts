import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { getOperationHead } from "./operation-chain.store.ts";
import { type ChainLink, findSpan, listLinks } from "./operation-page.store.ts";

/** Small enough that a page of the largest entries fits in memory many times. */
const PAGE = 200;

/**
 * Contains the hashed content verbatim at a fixed offset: a verifier cuts it out and need not reproduce PostgreSQL's JSON.
 */
const toLine = ({ previous_hash, hash, content }: ChainLink): string =>
  `{"prev_hash":"${previous_hash.toString("hex")}","hash":"${hash.toString("hex")}","entry":${content}}\n`;

/** Streams the log oldest first; the last line is the head as of the start of the export. */
export async function* exportOperations(
  { db, log }: { db: Db; log: Log },
  range: { from?: Date | undefined; to?: Date | undefined },
): AsyncGenerator<string> {
  try {
    // Read the head before the span: an entry added in between is then in neither.
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
    // The response has started, so no error reply is possible: the file ends without its last line.
    log.warn({ err: error }, "history export failed");
    throw error;
  }
}
