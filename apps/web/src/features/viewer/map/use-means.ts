import type { ViewerHeader } from "@dailies/contract";
import { isNumericEncoding } from "@dailies/contract/viewer/schemas";
import { useQuery } from "@tanstack/react-query";
import { meansQuery } from "../shard.queries.ts";
import type { ShardMeans } from "./find-shard.ts";

interface MeansInput {
  header: ViewerHeader;
  offset: number;
  /** The chosen column; without one, the first with numbers. */
  column: string | undefined;
  isShown: boolean;
}

/** The means of a column, as far as they are computed. */
export const useMeans = ({ header, offset, column: chosen, isShown }: MeansInput) => {
  const { handle } = header;
  const columns = header.columns.filter(({ encoding }) => isNumericEncoding(encoding)).map(({ name }) => name);
  const column = chosen !== undefined && columns.includes(chosen) ? chosen : columns[0];
  const query = useQuery({
    ...meansQuery(handle, column ?? "", offset),
    enabled: isShown && column !== undefined,
  });
  const { data } = query;
  const shown: ShardMeans | undefined =
    isShown && column !== undefined && data?.run ? { column, means: data.means, states: data.states } : undefined;
  return { handle, columns, column, query, shown };
};

export type Means = ReturnType<typeof useMeans>;
