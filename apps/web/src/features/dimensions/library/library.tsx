import { PlusOutlined } from "@ant-design/icons";
import type { DimensionItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import styles from "../dimensions.module.css";
import { libraryQuery } from "../dimensions.queries.ts";
import { NEW } from "../use-editor-address.ts";
import { LibraryItem } from "./library-item.tsx";

const schema = z.object({
  find: z.string().max(200).default(""),
  tag: z.string().max(60).optional(),
  away: z.literal("true").optional(),
});

interface LibraryProps {
  /** The dimensions of the open set. */
  heldIds: ReadonlySet<string>;
  selectedId: string | undefined;
  isReadOnly: boolean;
  onSelect: (id: string) => void;
  onAdd: (dimension: DimensionItem) => void;
}

const NONE: readonly DimensionItem[] = [];

/** All dimensions, to view or to add to the set. */
export const Library = ({ heldIds, selectedId, isReadOnly, onSelect, onAdd }: LibraryProps) => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  const { find, tag, away } = filters.values;
  const list = useQuery(libraryQuery({ ...(find && { q: find }), ...(tag && { tag }), is_archived: away ?? "false" }));
  const items = list.data?.items ?? NONE;
  const tags = [...new Set([...(tag ? [tag] : []), ...items.flatMap((item) => item.tags)])].toSorted();
  return (
    <aside className={styles.library} aria-label={t("dimensions.library.title")}>
      <div className={styles.libraryHead}>
        <h2 className={styles.heading}>{t("dimensions.library.title")}</h2>
        <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => onSelect(NEW)}>
          {t("dimensions.library.create")}
        </Button>
      </div>
      <SearchBox
        label={t("dimensions.library.search")}
        value={find}
        onChange={(words) => filters.set({ find: words }, { replace: true })}
      />
      <div className={styles.libraryFilters}>
        <Select<string>
          allowClear
          size="small"
          aria-label={t("dimensions.tag")}
          placeholder={t("dimensions.tag")}
          value={tag}
          options={tags.map((value) => ({ value, label: value }))}
          onChange={(value?: string) => filters.set({ tag: value }, { replace: true })}
        />
        <Select<"here" | "away">
          size="small"
          aria-label={t("dimensions.archive")}
          value={away ? "away" : "here"}
          options={[
            { value: "here", label: t("dimensions.library.inUse") },
            { value: "away", label: t("dimensions.archivedOnly") },
          ]}
          onChange={(value) => filters.set({ away: value === "away" ? "true" : undefined }, { replace: true })}
        />
      </div>
      {list.error ? (
        <ErrorPanel
          isCompact
          title={t("dimensions.library.failed")}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.isPending ? <Skeleton rows={6} /> : null}
      {list.data && items.length === 0 ? <p className={styles.quiet}>{t("dimensions.library.none")}</p> : null}
      <ul className={styles.libraryList} aria-busy={list.isPlaceholderData}>
        {items.map((item) => (
          <LibraryItem
            key={item.id}
            item={item}
            isHeld={heldIds.has(item.id)}
            isSelected={item.id === selectedId}
            canAdd={!isReadOnly && item.archived_at === null}
            onSelect={() => onSelect(item.id)}
            onAdd={() => onAdd(item)}
          />
        ))}
      </ul>
      {list.data && list.data.total > items.length ? (
        <p className={styles.quiet}>{t("dimensions.library.more", { count: list.data.total - items.length })}</p>
      ) : null}
    </aside>
  );
};
