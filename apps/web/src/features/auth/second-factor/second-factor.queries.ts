import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { secondFactorCalls } from "../../../lib/api/clients/sign-in/second-factors.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["auth", "second-factor"],
  queryFn: (context) => secondFactorCalls.getSecondFactor({}, context),
  // The dialog shows its error inline.
  meta: { silent: true },
});

const useRefresh = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries(secondFactorQuery);
};

export const useStartTotp = () => useMutation({ mutationFn: () => secondFactorCalls.startTotp({}) });

export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (totp: string) => secondFactorCalls.confirmTotp({ body: { totp } }),
    onSettled: useRefresh(),
  });

type RemoveInput = Parameters<typeof secondFactorCalls.removeTotp>[0]["body"];

export const useRemoveTotp = () =>
  useMutation({
    mutationFn: (body: RemoveInput) => secondFactorCalls.removeTotp({ body }),
    onSettled: useRefresh(),
  });

export const useRenewRecoveryCodes = () =>
  useMutation({ mutationFn: () => secondFactorCalls.renewRecoveryCodes({}), onSettled: useRefresh() });
