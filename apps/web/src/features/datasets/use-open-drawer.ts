import { useSearchParams } from "react-router";

const DRAWERS = ["register", "storage"] as const;
type Drawer = (typeof DRAWERS)[number];

interface OpenDrawer {
  what: Drawer | undefined;
  /** The initial URI. */
  uri: string | undefined;
  open: (what: Drawer, uri?: string) => void;
  close: () => void;
}

const OURS = ["open", "uri", "profile"];

/** The open drawer, kept in the URL so that a link can open a registration. */
export const useOpenDrawer = (): OpenDrawer => {
  const [params, setParams] = useSearchParams();
  const go = (own: Record<string, string>): void => {
    const next = new URLSearchParams(params);
    for (const key of OURS) next.delete(key);
    for (const [key, value] of Object.entries(own)) next.set(key, value);
    setParams(next);
  };
  return {
    what: DRAWERS.find((drawer) => drawer === params.get("open")),
    uri: params.get("uri") ?? undefined,
    open: (what, uri) => go({ open: what, ...(uri !== undefined && { uri }) }),
    close: () => go({}),
  };
};
