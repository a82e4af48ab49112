import type { AssetFolder } from "@dailies/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useStored } from "../../../ui/use-stored.ts";
import { foldersQuery } from "../assets.queries.ts";

export interface FolderRow {
  readonly folder: AssetFolder;
  /** 1 for the top level. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly isLoading: boolean;
}

type Children = ReadonlyMap<string, readonly AssetFolder[]>;

const rowsOf = (
  folders: readonly AssetFolder[],
  level: number,
  openIds: ReadonlySet<string>,
  children: Children,
): FolderRow[] =>
  folders.flatMap((folder) => {
    const isOpen = folder.has_children && openIds.has(folder.id);
    const inside = children.get(folder.id);
    const row = { folder, level, isOpen, isLoading: isOpen && inside === undefined };
    return isOpen && inside ? [row, ...rowsOf(inside, level + 1, openIds, children)] : [row];
  });

/** The visible folders as one flat list. The children of a folder are fetched when it is expanded. */
export const useFolderTree = (storageKey?: string) => {
  const [stored, setStored] = useStored(storageKey, "");
  const openIds = useMemo(() => new Set(stored.split(",").filter((id) => id !== "")), [stored]);
  const top = useQuery(foldersQuery(undefined));
  const ids = useMemo(() => [...openIds], [openIds]);
  const opened = useQueries({ queries: ids.map((id) => foldersQuery(id)) });
  const children = new Map<string, readonly AssetFolder[]>();
  for (const [at, id] of ids.entries()) {
    const { data, error } = opened[at] ?? {};
    if (data) children.set(id, data.items);
    // A remembered folder may have been deleted since; treat it as empty.
    else if (error) children.set(id, []);
  }
  const setOpen = (id: string, isOpen: boolean): void => {
    const next = new Set(openIds);
    if (isOpen) next.add(id);
    else next.delete(id);
    setStored([...next].join(","));
  };
  return {
    rows: rowsOf(top.data?.items ?? [], 1, openIds, children),
    isLoading: top.isPending,
    error: top.data ? undefined : top.error,
    retry: () => void top.refetch(),
    setOpen,
  };
};

export type FolderTreeState = ReturnType<typeof useFolderTree>;
