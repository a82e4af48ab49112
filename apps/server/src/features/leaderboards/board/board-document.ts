import { createHash } from "node:crypto";
import { AGGREGATIONS, type Aggregation } from "@dailies/contract";
import { computeBoard } from "@dailies/statistics";
import type { BoardInput } from "@dailies/statistics/board/board-input";
import { type BoardResult, STATISTICS_VERSION } from "@dailies/statistics/board/board-result";
import {
  boardChunks,
  canonicalJson,
  fromPortable,
  type PortableInput,
  toPortable,
} from "@dailies/statistics/math/canonical";
import type { AxisFacts } from "./board-axes.rules.ts";

export interface BoardOptions {
  readonly seed: number;
  readonly resamples: number;
}

/** The labels behind the numbers of a leaderboard. Raters stay numbers. */
export interface DocumentHead {
  readonly task_id: string;
  readonly template: { readonly id: string; readonly name: string; readonly version: number };
  readonly entries: readonly {
    readonly entry: number;
    readonly label: string;
    readonly performer: string;
    readonly performer_version: string;
    readonly source_task_id: string;
    readonly column_id: string;
  }[];
  readonly axes: readonly AxisFacts[];
  readonly prompts: readonly { readonly prompt: number; readonly inputs_hash: string; readonly category: string }[];
}

/** All inputs and results of a leaderboard, so that anybody can reproduce it. */
export interface BoardDocument {
  readonly format: "dailies-board";
  readonly format_version: 1;
  readonly statistics_version: string;
  readonly head: DocumentHead;
  readonly options: BoardOptions;
  readonly input: PortableInput;
  readonly results: Readonly<Partial<Record<Aggregation, BoardResult>>>;
  /** SHA-256 over all of the above. */
  readonly hash: string;
}

interface Computed {
  readonly head: DocumentHead;
  readonly options: BoardOptions;
  readonly input: Omit<BoardInput, "aggregation">;
  readonly results: BoardDocument["results"];
}

const hashComputed = ({ head, options, input, results }: Computed): string => {
  const hash = createHash("sha256").update(canonicalJson(head));
  for (const aggregation of AGGREGATIONS) {
    const result = results[aggregation];
    if (!result) continue;
    for (const chunk of boardChunks({ ...input, aggregation }, options, result)) hash.update(chunk);
  }
  return hash.digest("hex");
};

export const writeDocument = (computed: Computed): { bytes: Uint8Array; hash: string } => {
  const hash = hashComputed(computed);
  const document: BoardDocument = {
    format: "dailies-board",
    format_version: 1,
    statistics_version: STATISTICS_VERSION,
    head: computed.head,
    options: computed.options,
    // Both aggregations share the same judgements; each aggregation is stored with its result.
    input: toPortable({ ...computed.input, aggregation: "All" }),
    results: computed.results,
    hash,
  };
  return { bytes: new TextEncoder().encode(canonicalJson(document)), hash };
};

/** The hash of what the document contains, whatever it says that its hash is. */
export const hashDocument = ({ head, options, input, results }: BoardDocument): string =>
  hashComputed({ head, options, input: fromPortable(input), results });

/** Recomputes the leaderboards of a document; the hash matches if nothing was changed. */
export const recomputeDocument = (document: BoardDocument): { hash: string; isSame: boolean } => {
  const { head, options } = document;
  const input = fromPortable(document.input);
  const results = Object.fromEntries(
    AGGREGATIONS.filter((aggregation) => document.results[aggregation] !== undefined).map((aggregation) => [
      aggregation,
      computeBoard({ ...input, aggregation }, options),
    ]),
  );
  const hash = hashComputed({ head, options, input, results });
  return { hash, isSame: hash === document.hash };
};
