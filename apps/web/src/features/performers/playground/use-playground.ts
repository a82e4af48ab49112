import type { InputValues, PerformerItem, PerformerTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { isUsable } from "../../../shared/performer-picker/health.ts";
import { faultsOf } from "../../../shared/schema-form/schema-values.ts";
import { useStored } from "../../../ui/use-stored.ts";
import { seedOf } from "../calls/call.rules.ts";
import { callQuery } from "../performers.queries.ts";
import { carryValues, withoutRole } from "./carry-values.ts";
import { ONE_SEED, type SeedChoice } from "./seeds.ts";

interface Start {
  /** A new key remounts the form. */
  key: string;
  performerId: string;
  values: InputValues;
}

export interface Playground {
  performer: PerformerItem | undefined;
  choose: (performerId: string) => void;
  /** The key to mount the form with, so that it takes its initial values. */
  formKey: string;
  initial: InputValues;
  /** The form's values, while complete. */
  values: InputValues | undefined;
  setValues: (values: InputValues | undefined) => void;
  seeds: SeedChoice;
  setSeeds: (seeds: SeedChoice) => void;
  /** A job whose input will fill the form is loading. */
  isFilling: boolean;
  fillError: unknown;
}

const seedsOf = (call: PerformerTaskDetail): SeedChoice => {
  const seed = seedOf(call);
  return seed === undefined ? ONE_SEED : { mode: "list", count: 1, list: String(seed) };
};

const findPerformer = (performers: readonly PerformerItem[], ids: readonly (string | undefined | null)[]) => {
  for (const id of ids) {
    const found = performers.find((performer) => performer.id === id);
    if (found) return found;
  }
  return performers.find(isUsable) ?? performers[0];
};

const completeOf = (performer: PerformerItem | undefined, values: InputValues): InputValues | undefined =>
  performer && faultsOf(performer.input_schema, values, { isPartial: false }).length === 0 ? values : undefined;

/** The selected performer and its form values. The URL names the performer, or a job to start from. */
export const usePlayground = (performers: readonly PerformerItem[], storageName: string): Playground => {
  const [params, setParams] = useSearchParams();
  const [stored, store] = useStored(storageName, "");
  const from = params.get("from") ?? undefined;
  const call = useQuery({ ...callQuery(from ?? ""), enabled: from !== undefined, refetchInterval: false });
  const [start, setStart] = useState<Start>();
  const [filled, setFilled] = useState<string>();
  const [edited, setEdited] = useState<{ values: InputValues | undefined }>();
  const [seeds, setSeeds] = useState(ONE_SEED);

  const performer = findPerformer(performers, [start?.performerId, params.get("performer"), stored]);
  const begin = (key: string, performerId: string, values: InputValues): void => {
    const inputs = performers.find(({ id }) => id === performerId)?.input_schema ?? [];
    setStart({ key, performerId, values: withoutRole(inputs, values, "seed") });
    setEdited(undefined);
  };
  if (from !== undefined && call.data?.id === from && filled !== from && performers.length > 0) {
    setFilled(from);
    setSeeds(seedsOf(call.data));
    begin(`from ${from}`, call.data.performer_id, call.data.input);
  }
  const initial = start?.values ?? {};
  const values = edited ? edited.values : completeOf(performer, initial);
  const choose = (performerId: string): void => {
    const next = performers.find(({ id }) => id === performerId);
    if (!next || !performer) return;
    begin(performerId, performerId, carryValues(performer.input_schema, next.input_schema, values ?? initial));
    store(performerId);
    const address = new URLSearchParams(params);
    address.delete("from");
    address.set("performer", performerId);
    setParams(address, { replace: true });
  };
  return {
    performer,
    choose,
    formKey: start?.key ?? performer?.id ?? "",
    initial,
    values,
    setValues: (next) => setEdited({ values: next }),
    seeds,
    setSeeds,
    isFilling: from !== undefined && filled !== from && !call.isError,
    fillError: from === undefined ? undefined : call.error,
  };
};
