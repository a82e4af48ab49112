import type { InputValues, PerformerItem } from "@dailies/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { performersCalls } from "../../../lib/api/clients/performers.ts";
import { CALLS } from "../performers.queries.ts";
import { useSendOnce } from "../use-send-once.ts";
import { drawSeeds, type SeedChoice, takesSeeds } from "./seeds.ts";

interface RunInput {
  performer: PerformerItem;
  values: InputValues;
  seeds: SeedChoice;
}

const bodyOf = ({ performer, values, seeds }: RunInput) => ({
  performer_id: performer.id,
  input: values,
  seeds: takesSeeds(performer) ? drawSeeds(seeds) : [],
});

/** Starts a run; a retry after a lost response reuses the idempotency key and the seeds. */
export const useRun = () => {
  const cache = useQueryClient();
  const send = useSendOnce(bodyOf, (body) => performersCalls.createPerformerTask({ body }));
  return useMutation({
    mutationFn: send,
    onSuccess: () => cache.invalidateQueries({ queryKey: CALLS }),
  });
};
