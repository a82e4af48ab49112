import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { tasksCalls } from "../../../../lib/api/clients/tasks.ts";

const SHOWN = 20;

/** The benchmarks that the caller may change and that nothing was generated for yet, the newest first. */
export const draftBenchmarksQuery = (words: string) =>
  queryOptions({
    queryKey: ["datasets", "draft-benchmarks", words],
    queryFn: (context) => {
      const query = { kind: "Benchmark", status: "Init", is_mine: "true", page: 1, page_size: SHOWN } as const;
      return tasksCalls.listTasks({ query: { ...query, ...(words && { q: words }) } }, context);
    },
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const useCreateBenchmark = () =>
  useMutation({
    mutationFn: ({ name, requestKey }: { name: string; requestKey: string }) =>
      tasksCalls.createTask({ body: { kind: "Benchmark", name, request_key: requestKey } }),
  });
