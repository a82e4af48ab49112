import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../../ui/detail.tsx";
import type { Picks } from "../compare/use-picks.ts";
import { itemQuery } from "../items.queries.ts";
import type { ItemSource } from "../list/item-source.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { DrawerFooter } from "./drawer-footer.tsx";
import { ItemBody } from "./item-body.tsx";

interface ItemDrawerProps {
  source: ItemSource | undefined;
  total: number;
  picks: Picks;
}

const nothing = (): void => undefined;
const neverChanges = (): (() => void) => nothing;

/** The index of the open item in the displayed list; undefined if it was opened by URL only. */
const useIndex = (source: ItemSource | undefined, ordinal: number | undefined): number | undefined =>
  useSyncExternalStore(source?.subscribe ?? neverChanges, () =>
    ordinal === undefined ? undefined : source?.indexOf(ordinal),
  );

/** Drawer for one item: frame-accurate playback and all its data. */
export const ItemDrawer = ({ source, total, picks }: ItemDrawerProps) => {
  const { t } = useTranslation();
  const { dataset, version, urlState } = useBrowser();
  const ordinal = urlState.values.item;
  const set = { id: dataset.id, version };
  const { data, error, isPending, refetch } = useQuery({
    ...itemQuery(set, ordinal ?? 0),
    enabled: ordinal !== undefined,
  });
  const index = useIndex(source, ordinal);
  const steps = useNeighbours(source, index, ordinal);
  const move = (to: number | undefined): (() => void) | undefined =>
    to === undefined ? undefined : () => urlState.set({ item: to }, { replace: true });
  const position =
    index === undefined || !source
      ? { index: (ordinal ?? 0) + 1, total: dataset.items ?? total }
      : { index: source.offset + index + 1, total: Math.max(total, source.count) };
  return (
    <Detail
      isOpen={ordinal !== undefined}
      title={data?.item.key ?? t("datasetItems.drawer.item", { number: ordinal ?? 0 })}
      widthPx={820}
      onClose={() => urlState.set({ item: undefined })}
      onPrevious={move(steps.before)}
      onNext={move(steps.after)}
      position={position}
      isLoading={isPending}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      footer={data ? <DrawerFooter item={data.item} picks={picks} /> : null}
    >
      {data ? (
        <ItemBody key={data.item.ordinal} item={data.item} usedIn={data.used_in} hasSimilar={data.has_similar} />
      ) : null}
    </Detail>
  );
};

/** Neighbours in the displayed list, or else in storage order. */
const useNeighbours = (source: ItemSource | undefined, index: number | undefined, ordinal: number | undefined) => {
  const { dataset } = useBrowser();
  if (ordinal === undefined) return { before: undefined, after: undefined };
  if (index !== undefined && source)
    return { before: source.itemAt(index - 1)?.ordinal, after: source.itemAt(index + 1)?.ordinal };
  const isLast = dataset.items !== null && ordinal + 1 >= dataset.items;
  return { before: ordinal > 0 ? ordinal - 1 : undefined, after: isLast ? undefined : ordinal + 1 };
};
