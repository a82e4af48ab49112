import type { labelTaskRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { useMutation } from "@tanstack/react-query";
import { labelTaskCalls } from "../../../lib/api/clients/labelling/label-tasks.ts";
import { useRenew } from "../labelling.queries.ts";

type Table = typeof labelTaskRoutes;

export const useUpdateTask = (id: string) =>
  useMutation({
    mutationFn: (body: RouteInput<Table["updateLabelTask"]>["body"]) =>
      labelTaskCalls.updateLabelTask({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useAddItems = (id: string) =>
  useMutation({
    mutationFn: (body: RouteInput<Table["addLabelItems"]>["body"]) =>
      labelTaskCalls.addLabelItems({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useReleasePerson = (id: string) =>
  useMutation({
    mutationFn: (userId: string) => labelTaskCalls.releaseLabelPerson({ params: { id }, body: { user_id: userId } }),
    onSettled: useRenew(),
  });

export const useDeleteTask = () =>
  useMutation({
    mutationFn: (id: string) => labelTaskCalls.deleteLabelTask({ params: { id } }),
    onSuccess: useRenew(),
  });
