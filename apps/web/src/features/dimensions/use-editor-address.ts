import { useSearchParams } from "react-router";

/** Used in the URL for what has no id yet. */
export const NEW = "new";

export interface EditorAddress {
  /** The open set, or `new`. */
  setId: string | undefined;
  /** An older version of it, read-only. */
  version: number | undefined;
  /** The dimension in the panel, or `new`. */
  dimensionId: string | undefined;
  openSet: (id: string | undefined, options?: { replace?: boolean }) => void;
  showVersion: (version: number | undefined) => void;
  select: (dimensionId: string | undefined, options?: { replace?: boolean }) => void;
}

const numberIn = (raw: string | null): number | undefined =>
  raw !== null && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : undefined;

/** The open items are in the URL, so that they can be shared. */
export const useEditorAddress = (): EditorAddress => {
  const [params, setParams] = useSearchParams();
  const change = (patch: Record<string, string | undefined>, options?: { replace?: boolean }): void => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries(patch)) {
      if (value === undefined) next.delete(key);
      else next.set(key, value);
    }
    setParams(next, options);
  };
  return {
    setId: params.get("template") ?? undefined,
    version: numberIn(params.get("version")),
    dimensionId: params.get("dimension") ?? undefined,
    openSet: (id, options) => change({ template: id, version: undefined, dimension: undefined }, options),
    showVersion: (version) => change({ version: version === undefined ? undefined : String(version) }),
    select: (id, options) => change({ dimension: id }, options),
  };
};
