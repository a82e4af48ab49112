import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { passkeyCalls } from "../../../lib/api/clients/sign-in/passkeys.ts";
import { secondFactorQuery } from "../second-factor/second-factor.queries.ts";
import { answerChallenge, makePasskey } from "./ask-device.ts";

export const passkeysQuery = queryOptions({
  queryKey: ["auth", "passkeys"],
  queryFn: (context) => passkeyCalls.listPasskeys({}, context),
  // The dialogs show its error inline.
  meta: { silent: true },
});

const useRefresh = () => {
  const cache = useQueryClient();
  return () => Promise.all([cache.invalidateQueries(passkeysQuery), cache.invalidateQueries(secondFactorQuery)]);
};

export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const credential = await makePasskey(await passkeyCalls.startPasskeyEnrolment({}));
      return passkeyCalls.createPasskey({ body: { name, credential } });
    },
    onSettled: useRefresh(),
  });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      passkeyCalls.renamePasskey({ params: { id }, body: { name } }),
    onSettled: useRefresh(),
  });

type Proof = Parameters<typeof passkeyCalls.removePasskey>[0]["body"];

/** Without a proof, one of the account's passkeys is asked for it. */
export const useRemovePasskey = () =>
  useMutation({
    mutationFn: async ({ id, proof }: { id: string; proof?: Proof }) => {
      const body = proof ?? { passkey: await answerChallenge(await passkeyCalls.startPasskeyConfirmation({})) };
      return passkeyCalls.removePasskey({ params: { id }, body });
    },
    onSettled: useRefresh(),
  });

export const useConfirmWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const body = await answerChallenge(await passkeyCalls.startPasskeyConfirmation({}));
      return passkeyCalls.confirmIdentityWithPasskey({ body });
    },
  });
