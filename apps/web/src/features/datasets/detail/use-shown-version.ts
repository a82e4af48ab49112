import type { DatasetDetail } from "@dailies/contract";
import { useState } from "react";
import { useSearchParams } from "react-router";

export interface ShownVersion {
  /** Undefined while there is none. */
  version: number | undefined;
  newest: number | undefined;
  /** A newer version was created since the page was opened; the user decides when to switch. */
  isNewerReady: boolean;
  show: (version: number) => void;
}

const KEY = "version";

/** The version in the URL, or else the newest at the time the page was opened. */
export const useShownVersion = ({ version, versions }: DatasetDetail): ShownVersion => {
  const [params, setParams] = useSearchParams();
  const newest = version ?? undefined;
  const [opened, setOpened] = useState(newest);
  if (opened === undefined && newest !== undefined) setOpened(newest);
  const asked = Number(params.get(KEY));
  const chosen = versions.find((each) => each.version === asked)?.version;
  return {
    version: chosen ?? opened ?? newest,
    newest,
    isNewerReady: chosen === undefined && opened !== undefined && newest !== undefined && newest > opened,
    show: (next) => {
      setOpened(newest);
      const changed = new URLSearchParams(params);
      if (next === newest) changed.delete(KEY);
      else changed.set(KEY, String(next));
      setParams(changed);
    },
  };
};
