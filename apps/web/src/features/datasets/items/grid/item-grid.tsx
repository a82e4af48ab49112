import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { TileGrid } from "../../../../ui/tile-grid/tile-grid.tsx";
import { useTileGrid } from "../../../../ui/tile-grid/use-tile-grid.ts";
import type { Picks } from "../compare/use-picks.ts";
import { useSource } from "../list/item-source.ts";
import { useAnchor } from "../list/use-anchor.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { ItemTile, type TileLook } from "./item-tile.tsx";
import { useGridInput } from "./use-grid-input.ts";

/** Minimum tile widths, from the highest density to the lowest. */
const MIN_WIDTHS_PX = [120, 160, 208, 280, 400] as const;

const sizesOf = (density: number) => ({
  minWidthPx: MIN_WIDTHS_PX[density - 1] ?? MIN_WIDTHS_PX[2],
  gapPx: 10,
  insetPx: 14,
  captionPx: 56,
});

const useLook = (): TileLook => {
  const { dataset, version, urlState } = useBrowser();
  const { id, uri } = dataset;
  const { order } = urlState.values;
  return useMemo(
    () => ({
      set: { id, version },
      root: `${uri.split("/").slice(0, 3).join("/")}/`,
      sortedBy: order.replace(/^-/, ""),
    }),
    [id, version, uri, order],
  );
};

interface ItemGridProps {
  picks: Picks;
  onOpen: (ordinal: number) => void;
}

export const ItemGrid = ({ picks, onOpen }: ItemGridProps) => {
  const { t } = useTranslation();
  const source = useSource();
  const { density, item: openOrdinal } = useBrowser().urlState.values;
  const look = useLook();
  const grid = useTileGrid({ count: source.count, sizes: sizesOf(density), open: openOrdinal, list: source });
  const withItem = (act: (ordinal: number) => void) => (index: number) => {
    const found = source.itemAt(index);
    if (found) act(found.ordinal);
  };
  const input = useGridInput({ grid, onOpen: withItem(onOpen), onPick: withItem(picks.toggle) });
  useAnchor(grid.firstInSight, (index) => grid.scrollTo(index, "start"));
  return (
    <TileGrid grid={grid} label={t("datasetItems.list.name")} {...input}>
      {(tile) => <ItemTile {...tile} picked={picks.set} openOrdinal={openOrdinal} look={look} />}
    </TileGrid>
  );
};
