import type { labelGoldRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { labelGoldCalls } from "../../../lib/api/clients/labelling/label-gold.ts";
import { useRenew } from "../labelling.queries.ts";

const WATCH_MS = 2_000;

export const labelGoldQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["labelling", "gold", taskId],
    queryFn: (context) => labelGoldCalls.getLabelGold({ params: { id: taskId } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data?.items.some((item) => item.state === "waiting") ? WATCH_MS : false),
  });

export const useUpdateGold = (taskId: string) =>
  useMutation({
    mutationFn: (body: RouteInput<(typeof labelGoldRoutes)["updateLabelGold"]>["body"]) =>
      labelGoldCalls.updateLabelGold({ params: { id: taskId }, body }),
    onSettled: useRenew(),
  });

export const useMarkGold = (taskId: string) =>
  useMutation({
    mutationFn: (item: number) => labelGoldCalls.markLabelGold({ params: { id: taskId }, body: { item } }),
    onSettled: useRenew(),
  });
