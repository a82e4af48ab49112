import type { DatasetColumn, DatasetRow } from "@dailies/contract";
import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../../ui/data-table/data-table.tsx";
import type { Column, Sort } from "../../../../ui/data-table/types.ts";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import { TABLE_HEIGHTS_PX } from "../../../../ui/theme.ts";
import type { Picks } from "../compare/use-picks.ts";
import { useHold, useItemAt, useSource } from "../list/item-source.ts";
import { useAnchor } from "../list/use-anchor.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew } from "../url-state/item-url-state.ts";
import { cellOf } from "../value-words.ts";
import { CellView } from "./cell-view.tsx";
import { useShownColumns } from "./shown-columns.ts";
import styles from "./table.module.css";

const NUMERIC = ["integer", "number"];
const WIDTHS: Partial<Record<DatasetColumn["type"], number>> = { text: 200, json: 160, time: 150, boolean: 80 };
const OWN_WIDTHS: Record<string, number> = { caption: 320, key: 170, codec: 110 };

const Cell = memo(({ index, column }: { index: number; column: DatasetColumn }) => {
  const item = useItemAt(index);
  return item ? <CellView value={cellOf(item, column.name)} type={column.type} /> : <SkeletonLine width="60%" />;
});

const Pick = ({ index, picks }: { index: number; picks: Picks }) => {
  const { t } = useTranslation();
  const item = useItemAt(index);
  useHold(index);
  if (!item) return null;
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={picks.set.has(item.ordinal)}
      aria-label={t("datasetItems.compare.pick", { key: item.key })}
      onChange={() => picks.toggle(item.ordinal)}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    />
  );
};

const Ordinal = memo(({ index }: { index: number }) => {
  const item = useItemAt(index);
  return item ? item.ordinal : null;
});

const useColumns = (picks: Picks): Column<number>[] => {
  const { t } = useTranslation();
  const shown = useShownColumns();
  return useMemo(
    () => [
      {
        key: " pick",
        title: t("datasetItems.compare.column"),
        widthPx: 76,
        isFixed: true,
        render: (index) => <Pick index={index} picks={picks} />,
      },
      {
        key: " ordinal",
        title: "№",
        widthPx: 84,
        isNumeric: true,
        isFixed: true,
        render: (index) => <Ordinal index={index} />,
      },
      ...shown.map((column) => ({
        key: column.name,
        title: column.name,
        widthPx: OWN_WIDTHS[column.name] ?? WIDTHS[column.type] ?? 110,
        isNumeric: NUMERIC.includes(column.type),
        isSortable: column.is_indexed,
        render: (index: number) => <Cell index={index} column={column} />,
      })),
    ],
    [shown, picks, t],
  );
};

const sortOf = (order: string): Sort | undefined => {
  if (order === "") return undefined;
  return order.startsWith("-") ? { key: order.slice(1), direction: "desc" } : { key: order, direction: "asc" };
};

const orderOf = (sort: Sort | undefined): string => {
  if (!sort) return "";
  return sort.direction === "desc" ? `-${sort.key}` : sort.key;
};

interface ItemTableProps {
  picks: Picks;
  onOpen: (ordinal: number) => void;
}

/** The items as a virtualized table. */
export const ItemTable = ({ picks, onOpen }: ItemTableProps) => {
  const { t } = useTranslation();
  const source = useSource();
  const { urlState } = useBrowser();
  const { count } = source;
  const rows = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  const columns = useColumns(picks);
  const frame = useRef<HTMLDivElement>(null);
  useScrollAnchor(frame);
  const open = (index: number): void => {
    const item: DatasetRow | undefined = source.itemAt(index);
    if (item) onOpen(item.ordinal);
  };
  const openIndex = urlState.values.item === undefined ? undefined : source.indexOf(urlState.values.item);
  const isSorted = urlState.values.mode === "items";
  return (
    <div ref={frame} className={styles.frame}>
      <DataTable
        isBare
        name={t("datasetItems.list.name")}
        columns={columns}
        rows={rows}
        rowKey={String}
        sort={isSorted ? sortOf(urlState.values.order) : undefined}
        onSortChange={isSorted ? (sort) => urlState.set(chosenAnew({ order: orderOf(sort) })) : undefined}
        onOpen={open}
        openKey={openIndex === undefined ? undefined : String(openIndex)}
        empty={null}
      />
    </div>
  );
};

const useScrollAnchor = (frame: RefObject<HTMLDivElement | null>): void => {
  const [first, setFirst] = useState(0);
  const scroller = (): HTMLElement | null => frame.current?.querySelector<HTMLElement>(".ds-table-scroll") ?? null;
  // The row height the user chose for all tables.
  const rowPx = (): number =>
    TABLE_HEIGHTS_PX[frame.current?.querySelector('[data-density="compact"]') ? "compact" : "comfortable"];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table keeps the same scroll element while mounted.
  useEffect(() => {
    const element = scroller();
    const note = (): void => setFirst(Math.floor((element?.scrollTop ?? 0) / rowPx()));
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, []);
  useAnchor(first, (index) => {
    const element = scroller();
    if (element) element.scrollTop = index * rowPx();
  });
};
