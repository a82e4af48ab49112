import type { DatasetColumn } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { addedColumns } from "../column-sets.ts";
import { facetsQuery } from "../items.queries.ts";
import { PartialNote } from "../list/partial-note.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { FacetCard } from "./facet-card.tsx";
import { facetOrder, inChunks, OPEN_AT_FIRST } from "./facet-order.ts";
import styles from "./facets.module.css";

/** One card per filterable column; only expanded cards are counted. */
export const FacetRail = () => {
  const { t } = useTranslation();
  const { dataset, indexed, version } = useBrowser();
  const ordered = useMemo(() => facetOrder(indexed, addedColumns(dataset, version)), [dataset, indexed, version]);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(ordered.slice(0, OPEN_AT_FIRST).map(({ name }) => name)),
  );
  const toggle = (name: string): void =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  return (
    <aside className={styles.rail} aria-label={t("datasetItems.facet.rail")}>
      {inChunks(ordered).map((columns) => (
        <FacetChunk key={columns[0]?.name} columns={columns} open={open} onToggle={toggle} />
      ))}
    </aside>
  );
};

interface FacetChunkProps {
  columns: readonly DatasetColumn[];
  open: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

const FacetChunk = ({ columns, open, onToggle }: FacetChunkProps) => {
  const { t } = useTranslation();
  const { dataset, version, urlState, filter } = useBrowser();
  const names = columns.map(({ name }) => name);
  const choice = { where: filter.where, q: urlState.values.q };
  const isWanted = !filter.fault && names.some((name) => open.has(name));
  const { data, error, refetch } = useQuery({
    ...facetsQuery({ id: dataset.id, version }, choice, names),
    enabled: isWanted,
  });
  return (
    <>
      {error && isWanted ? (
        <ErrorPanel isCompact title={t("datasetItems.facet.failed")} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data && isWanted ? <PartialNote of={data} onRetry={() => void refetch()} /> : null}
      {columns.map((column) => (
        <FacetCard
          key={column.name}
          column={column}
          facet={data?.facets.find(({ field }) => field === column.name)}
          fullTotal={data?.full_total ?? 0}
          isGivenUp={data?.timed_out === true}
          isOpen={open.has(column.name)}
          onToggle={() => onToggle(column.name)}
        />
      ))}
    </>
  );
};
