import type { RouteInput } from "@dailies/contract/kit";
import type { labelPrefillRoutes } from "@dailies/contract/labelling/prefill/prefill-routes";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { labelPrefillCalls } from "../../../../lib/api/clients/labelling/label-prefills.ts";
import { useRenew } from "../../labelling.queries.ts";

type Routes = typeof labelPrefillRoutes;
export type ModelQuestion = RouteInput<Routes["estimateModelPrefill"]>["body"];
type NewModelPrefill = RouteInput<Routes["createModelPrefill"]>["body"];

export const prefillPerformersQuery = queryOptions({
  queryKey: ["labelling", "prefill-performers"],
  queryFn: async (context) => (await labelPrefillCalls.listPrefillPerformers({}, context)).items,
  meta: { silent: true },
});

export const modelEstimateQuery = (taskId: string, body: ModelQuestion) =>
  queryOptions({
    queryKey: ["labelling", "prefill-estimate", taskId, body],
    queryFn: ({ signal }) => labelPrefillCalls.estimateModelPrefill({ params: { id: taskId }, body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  });

export const useAskModel = (taskId: string) => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: NewModelPrefill) => labelPrefillCalls.createModelPrefill({ params: { id: taskId }, body }),
    onSettled: renew,
  });
};
