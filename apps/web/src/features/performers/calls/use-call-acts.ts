import type { PerformerTaskDetail } from "@dailies/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { performersCalls } from "../../../lib/api/clients/performers.ts";
import { CALLS, useCancelCall } from "../performers.queries.ts";
import { randomSeed } from "../playground/seeds.ts";
import { useSendOnce } from "../use-send-once.ts";
import { seedOf } from "./call.rules.ts";

type SeedInput = "same" | "new";

const seedsOf = (seed: SeedInput | number): number[] => {
  if (typeof seed === "number") return [seed];
  return seed === "new" ? [randomSeed()] : [];
};

const bodyOf = ({
  call,
  seed,
}: {
  call: Pick<PerformerTaskDetail, "id" | "input" | "performer_id">;
  seed: SeedInput | number;
}) => ({
  performer_id: call.performer_id,
  input: call.input,
  seeds: seedsOf(seed),
  retry_of: call.id,
});

/** Runs the same input again, or with another seed; without seed support it just runs again. */
const useRerun = () => {
  const cache = useQueryClient();
  const send = useSendOnce(bodyOf, (body) => performersCalls.createPerformerTask({ body }));
  return useMutation({
    mutationFn: async ({ id, seed }: { id: string; seed: SeedInput }) => {
      const call = await performersCalls.getPerformerTask({ query: { id } });
      const used = seedOf(call);
      const { input, performer_id } = call;
      const seedInput = used === undefined || seed === "same" ? (used ?? "same") : "new";
      return send({ call: { id, input, performer_id }, seed: seedInput });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: CALLS }),
  });
};

interface CallActs {
  rerun: (id: string, seed: SeedInput) => void;
  cancel: (id: string) => void;
  isBusy: boolean;
}

/** The actions of a job, shared by all views. */
export const useCallActs = (): CallActs => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const rerun = useRerun();
  const cancel = useCancelCall();
  return {
    rerun: (id, seed) =>
      rerun.mutate({ id, seed }, { onSuccess: () => void message.success(t("performers.acts.started")) }),
    cancel: (id) => cancel.mutate(id),
    isBusy: rerun.isPending || cancel.isPending,
  };
};
