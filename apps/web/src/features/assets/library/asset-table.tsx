import type { AssetItem } from "@dailies/contract";
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { KindIcon } from "../../../shared/asset-picker/kind-icon.tsx";
import { clockOf } from "../../../ui/clip/sprite.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { AssetStatus } from "../asset-status.tsx";
import { type LibraryUrlState, sortOf, sortPatch } from "./asset-filters.ts";
import { selectByKey } from "./list-keys.ts";
import type { Selection } from "./selection.ts";
import styles from "./table.module.css";
import { useAssetAt, useHold, usePages } from "./use-asset-pages.ts";

interface CellProps {
  index: number;
  draw: (item: AssetItem) => ReactNode;
}

/** A table row is an index into the list; its data is fetched when the row becomes visible. */
const Cell = memo(({ index, draw }: CellProps) => {
  const item = useAssetAt(index);
  return item ? draw(item) : <SkeletonLine width="60%" />;
});

const HoldingCell = memo(({ index, draw }: CellProps) => {
  useHold(index);
  return <Cell index={index} draw={draw} />;
});

interface PickProps {
  index: number;
  selection: Selection;
}

const Pick = ({ index, selection }: PickProps) => {
  const { t } = useTranslation();
  const item = useAssetAt(index);
  if (!item) return null;
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={selection.has(item.id)}
      aria-label={t("assets.select", { name: item.name })}
      onChange={() => undefined}
      onClick={(event: MouseEvent) => {
        if (event.shiftKey) void selection.extendTo(index);
        else selection.toggle(index);
      }}
    />
  );
};

const cell = (draw: CellProps["draw"]) => (index: number) => <Cell index={index} draw={draw} />;

const useColumns = (): Column<number>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const named = (item: AssetItem) => (
      <span className={styles.name} title={item.name}>
        <KindIcon kind={item.kind} />
        {item.name}
      </span>
    );
    const frame = ({ probe }: AssetItem) => (probe?.width ? `${probe.width}×${probe.height}` : "–");
    const duration = ({ probe }: AssetItem) => (probe?.duration == null ? "–" : clockOf(probe.duration));
    const size = (item: AssetItem) => formatBytes(item.size, language);
    const used = (item: AssetItem) => formatCount(item.ref_count, language);
    const title = (key: "name" | "state" | "size" | "duration" | "frame" | "used" | "owner" | "created" | "version") =>
      t(`assets.columns.${key}`);
    return [
      {
        key: "name",
        title: title("name"),
        widthPx: 190,
        isFixed: true,
        isSortable: true,
        render: (index) => <HoldingCell index={index} draw={named} />,
      },
      {
        key: "status",
        title: title("state"),
        widthPx: 130,
        render: cell((item) => <AssetStatus status={item.status} />),
      },
      { key: "size", title: title("size"), widthPx: 80, isNumeric: true, isSortable: true, render: cell(size) },
      {
        key: "duration",
        title: title("duration"),
        widthPx: 80,
        isNumeric: true,
        isSortable: true,
        render: cell(duration),
      },
      { key: "frame", title: title("frame"), widthPx: 90, isNumeric: true, render: cell(frame) },
      { key: "tags", title: t("assets.tags"), widthPx: 96, render: cell((item) => item.tags.join(", ") || "–") },
      { key: "used", title: title("used"), widthPx: 64, isNumeric: true, render: cell(used) },
      { key: "owner", title: title("owner"), widthPx: 120, isExtra: true, render: cell((item) => item.owner) },
      {
        key: "created_at",
        title: title("created"),
        widthPx: 116,
        isSortable: true,
        render: cell((item) => <Time at={item.created_at} />),
      },
      {
        key: "version",
        title: title("version"),
        widthPx: 80,
        isNumeric: true,
        isExtra: true,
        render: cell((item) => item.version),
      },
    ];
  }, [t, language]);
};

interface AssetTableProps {
  total: number;
  urlState: LibraryUrlState;
  selection: Selection;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

const activeRow = (element: HTMLElement): number => {
  const id = element.querySelector("[aria-activedescendant]")?.getAttribute("aria-activedescendant");
  return Number(document.getElementById(id ?? "")?.dataset.index ?? -1);
};

export const AssetTable = ({ total, urlState, selection, openId, onOpen }: AssetTableProps) => {
  const { t } = useTranslation();
  const pages = usePages();
  const rows = useMemo(() => Array.from({ length: total }, (_, index) => index), [total]);
  const facts = useColumns();
  const columns = useMemo<Column<number>[]>(
    () => [
      {
        key: "pick",
        title: t("assets.columns.pick"),
        widthPx: 68,
        isFixed: true,
        render: (index) => <Pick index={index} selection={selection} />,
      },
      ...facts,
    ],
    [facts, selection, t],
  );
  const open = (index: number): void => {
    const item = pages.itemAt(index);
    if (item) onOpen(item.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    selectByKey(event, activeRow(event.currentTarget), total, selection);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the table inside it.
    <div className={styles.frame} onKeyDown={onKeyDown}>
      <DataTable
        name={t("assets.list")}
        columns={columns}
        rows={rows}
        rowKey={String}
        sort={sortOf(urlState)}
        onSortChange={(sort) => urlState.set(sortPatch(sort))}
        onOpen={open}
        openKey={openId === undefined ? undefined : String(pages.indexOf(openId) ?? "")}
        storageName="assets"
        empty={null}
      />
    </div>
  );
};
