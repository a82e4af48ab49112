import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { TileGrid } from "../../../ui/tile-grid/tile-grid.tsx";
import { useTileGrid } from "../../../ui/tile-grid/use-tile-grid.ts";
import { AssetTile } from "./asset-tile.tsx";
import type { Selection } from "./selection.ts";
import { usePages } from "./use-asset-pages.ts";
import { useGridInput } from "./use-grid-input.ts";

const SIZES = { minWidthPx: 208, gapPx: 12, insetPx: 16, captionPx: 62 };

interface AssetGridProps {
  total: number;
  selection: Selection;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

export const AssetGrid = ({ total, selection, openId, onOpen }: AssetGridProps) => {
  const { t } = useTranslation();
  const pages = usePages();
  const selectedIds = useMemo(() => new Set(selection.items.keys()), [selection.items]);
  const grid = useTileGrid({ count: total, sizes: SIZES, open: openId, list: pages });
  const input = useGridInput({ grid, pages, selection, onOpen });
  return (
    <TileGrid grid={grid} label={t("assets.list")} {...input}>
      {(tile) => <AssetTile {...tile} selectedIds={selectedIds} openId={openId} />}
    </TileGrid>
  );
};
