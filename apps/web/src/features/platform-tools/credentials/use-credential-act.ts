import { useMutation } from "@tanstack/react-query";
import { useOperatorCheck } from "../../../shared/operator-check.ts";
import { useRenewTools } from "../tools.queries.ts";

/** An operator's mutation on a credential. The response may contain a secret, so it is never cached. */
export const useCredentialAct = <Body, Reply>(send: (body: Body) => Promise<Reply>) => {
  const check = useOperatorCheck();
  const renew = useRenewTools();
  const { mutateAsync } = useMutation({
    mutationFn: async (body: Body) => {
      await check();
      return send(body);
    },
    onSettled: renew,
    gcTime: 0,
  });
  return mutateAsync;
};
