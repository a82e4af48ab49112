import type { PickableKind } from "@dailies/contract";
import { useStored } from "../../ui/use-stored.ts";

const MAX_RECENT = 24;

/** Ids of the assets last chosen in this browser, the latest first. The server still decides who may use them. */
export const useRecentAssets = (kind: PickableKind): { ids: readonly string[]; add: (id: string) => void } => {
  const [stored, store] = useStored(`recent-assets-${kind}`, "");
  const ids = stored.split(",").filter((id) => id !== "");
  return {
    ids,
    add: (id) => store([id, ...ids.filter((other) => other !== id)].slice(0, MAX_RECENT).join(",")),
  };
};
