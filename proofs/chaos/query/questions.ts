import { datasetItemRoutes, viewerRoutes } from "@dailies/contract";
import type { ConsoleCalls } from "../harness/console-calls.ts";

/** What one question is about, and whether an answer is right. The answer is known, because the rows were made for this. */
export interface Question {
  readonly name: string;
  /** Undefined for a right answer, otherwise what is wrong with it. */
  readonly ask: (calls: ConsoleCalls) => Promise<string | undefined>;
}

interface Extent {
  readonly datasetId: string;
  readonly rows: number;
  readonly viewers: readonly { readonly format: string; readonly handle: string; readonly rows: number }[];
}

/** Row `n` has the number `n`, and this caption. */
export const captionOf = (row: number): string => `row number ${row}`;

const differ = (what: string, found: unknown, wanted: unknown): string | undefined => {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  return a === b ? undefined : `${what}: ${a.slice(0, 200)} instead of ${b.slice(0, 200)}`;
};

const PAGE = 30;

const aPage = ({ datasetId, rows }: Extent, from: number): Question => ({
  name: "page",
  ask: async (calls) => {
    const body = { where: `seen >= ${from}`, order_by: "-seen", page_size: PAGE, offset: 0, filters: [], q: "" };
    const page = await calls.call(datasetItemRoutes.listItems, { params: { id: datasetId }, body });
    // An answer that says it is an estimate or a part is no answer to check.
    if (!page.total_exact || page.partial) return undefined;
    const wanted = Array.from({ length: Math.min(PAGE, rows - from) }, (_, at) => rows - 1 - at);
    return (
      differ("total", page.total, rows - from) ??
      differ(
        "rows",
        page.items.map(({ ordinal }) => ordinal),
        wanted,
      ) ??
      differ(
        "captions",
        page.items.map(({ caption }) => caption),
        wanted.map(captionOf),
      )
    );
  },
});

const aFunnel = ({ datasetId, rows }: Extent, from: number): Question => ({
  name: "funnel",
  ask: async (calls) => {
    const body = { steps: [`seen >= ${from}`, "is_ok = true"], q: "" };
    const { full, steps, partial } = await calls.call(datasetItemRoutes.funnelItems, {
      params: { id: datasetId },
      body,
    });
    if (partial) return undefined;
    const even = Math.ceil(rows / 2) - Math.ceil(from / 2);
    return differ("funnel", [full.items, ...steps.map(({ items }) => items)], [rows, rows - from, even]);
  },
});

const anItem = ({ datasetId }: Extent, row: number): Question => ({
  name: "item",
  ask: async (calls) => {
    const { item } = await calls.call(datasetItemRoutes.getItem, {
      params: { id: datasetId, ordinal: `${row}` },
      query: {},
    });
    return differ("item", [item.ordinal, item.caption], [row, captionOf(row)]);
  },
});

/** What reading a sample may cost without being asked again. */
const AGREED_BYTES = 16 * 1024 ** 2;

const aSample = ({ viewers }: Extent, at: number, pick: number): Question => {
  const { format, handle, rows } = viewers[at % viewers.length] ?? { format: "", handle: "", rows: 1 };
  const index = pick % rows;
  return {
    name: format,
    ask: async (calls) => {
      const input = { params: { handle, index: `${index}` }, query: { agree_bytes: AGREED_BYTES } };
      const { columns } = await calls.call(viewerRoutes.readSample, input);
      const shown = columns.find(({ name }) => name === "caption")?.value;
      return differ(format, shown?.kind === "text" ? shown.text : shown?.kind, captionOf(index));
    },
  };
};

/** Questions of every kind in an order that the seed decides. */
export const chooseQuestion = (extent: Extent, below: (limit: number) => number): Question => {
  const row = below(extent.rows);
  const kinds = [
    () => aPage(extent, row),
    () => aFunnel(extent, row),
    () => anItem(extent, row),
    () => aSample(extent, below(extent.viewers.length), row),
  ];
  return (kinds[below(kinds.length)] ?? (() => aPage(extent, row)))();
};
