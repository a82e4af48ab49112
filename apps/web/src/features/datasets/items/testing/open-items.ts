import type { DatasetDetail, DatasetRow } from "@dailies/contract";
import { screen } from "@testing-library/react";
import type { SentCall } from "../../../../testing/fake-api.ts";
import { aDataset, aDatasetDetail } from "../../testing/a-dataset.ts";
import { type Answers, openDatasets } from "../../testing/open-datasets.ts";
import { aFacet, anItem, COLUMNS } from "./an-item.ts";

export const films = aDataset(1, { name: "Films", uri: "s3://datasets/sets/films/" });

const how = { version: 1, total_exact: true, partial: false, timed_out: false, scanned: 20, took_ms: 12 };

interface OpenOptions {
  items?: readonly DatasetRow[];
  total?: number;
  sure?: Partial<typeof how>;
  detail?: Partial<DatasetDetail>;
  answers?: Answers;
}

type Body<Shape> = { body: unknown } & { body: Shape };
const bodyOf = <Shape>(call: SentCall): Shape => (call as Body<Shape>).body;

const twenty = Array.from({ length: 20 }, (_, ordinal) => anItem(ordinal));

const itemAnswers = (items: readonly DatasetRow[], total: number, sure: Partial<typeof how>): Answers => ({
  "datasets.listItems": (call) => {
    const { offset } = bodyOf<{ offset: number }>(call);
    const page = items.slice(offset % 12_000, (offset % 12_000) + 60);
    return { reply: { items: page, total, next_cursor: null, ...how, ...sure } };
  },
  "datasets.sampleItems": ({ url }) => ({
    reply: {
      items: items.slice(3, 6),
      total,
      seed: Number(url.searchParams.get("seed")),
      strategy: url.searchParams.get("strategy") as "random",
      ...how,
    },
  }),
  "datasets.getItem": ({ url }) => ({
    reply: { item: anItem(Number(url.pathname.split("/").at(-1))), used_in: [], has_similar: false },
  }),
});

/** Renders the item browser against contract-checked mock responses. */
export const openItems = (
  query = "",
  { items = twenty, total = items.length, sure = {}, detail, answers }: OpenOptions = {},
): ReturnType<typeof openDatasets> =>
  openDatasets(`/dataset?id=${films.id}${query}`, {
    datasets: [films],
    answers: {
      "datasets.getDataset": () => ({ reply: aDatasetDetail(films, { columns: [...COLUMNS], ...detail }) }),
      "datasets.facetItems": (call) => ({
        reply: {
          facets: bodyOf<{ fields: string[] }>(call).fields.map(aFacet),
          total,
          full_total: 20,
          ...how,
        },
      }),
      "datasets.listItemExports": () => ({ reply: { items: [], total: 0 } }),
      ...itemAnswers(items, total, sure),
      ...answers,
    },
  });

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `datasets.${name}`);

export const bodiesOf = (sent: readonly SentCall[], name: string): Record<string, unknown>[] =>
  callsOf(sent, name).map((call) => bodyOf<Record<string, unknown>>(call));

export const grid = (): Promise<HTMLElement> => screen.findByRole("grid", { name: "Dataset items" });

/** One query parameter of the URL. */
export const inAddress = (router: { state: { location: { search: string } } }, key: string): string | null =>
  new URLSearchParams(router.state.location.search).get(key);
