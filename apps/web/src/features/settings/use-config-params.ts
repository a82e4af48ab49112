import { useSearchParams } from "react-router";

export const CONFIG_TABS = ["value", "changes", "history", "limits"] as const;
export type ConfigTab = (typeof CONFIG_TABS)[number];

const KEY = "key";
const TAB = "tab";

interface ConfigParams {
  /** The key of the open drawer. */
  key: string | undefined;
  tab: ConfigTab;
  open: (key: string, tab?: ConfigTab) => void;
  /** Moves to a neighbour with `replace`, and keeps the tab. */
  move: (key: string) => void;
  setTab: (tab: ConfigTab) => void;
  close: () => void;
}

/** The open key and its tab, kept in the URL. */
export const useConfigParams = (): ConfigParams => {
  const [params, setParams] = useSearchParams();

  const write = (values: Record<string, string | undefined>, replace: boolean): void => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace, flushSync: true });
  };
  const shown = (tab: ConfigTab): string | undefined => (tab === "value" ? undefined : tab);

  return {
    key: params.get(KEY) ?? undefined,
    tab: CONFIG_TABS.find((tab) => tab === params.get(TAB)) ?? "value",
    open: (key, tab = "value") => write({ [KEY]: key, [TAB]: shown(tab) }, false),
    move: (key) => write({ [KEY]: key }, true),
    setTab: (tab) => write({ [TAB]: shown(tab) }, true),
    close: () => write({ [KEY]: undefined, [TAB]: undefined }, false),
  };
};
