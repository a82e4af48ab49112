import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { ViewBar } from "../bars/view-bar.tsx";
import { usePicks } from "../compare/use-picks.ts";
import { ItemDrawer } from "../drawer/item-drawer.tsx";
import { ItemGrid } from "../grid/item-grid.tsx";
import { type ItemList, type SetVersion, sampleQuery } from "../items.queries.ts";
import { ItemTable } from "../table/item-table.tsx";
import { useShownColumns } from "../table/shown-columns.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import type { ItemUrlValues } from "../url-state/item-url-state.ts";
import { ItemResults } from "./item-results.tsx";
import { SourceContext, sampleSource } from "./item-source.ts";
import styles from "./list.module.css";
import { SlowNote } from "./slow-note.tsx";
import { Totals } from "./totals.tsx";
import { howOf, type ListState, useItemWindow } from "./use-item-window.ts";
import { WindowPager } from "./window-pager.tsx";
import { windowStart } from "./windows.ts";

/** The items drawn by a seed. */
const useSample = (set: SetVersion, where: string, urlState: ItemUrlValues): ListState => {
  const { q, seed, count, strategy, by } = urlState;
  const query = sampleQuery(set, { where, q, seed, count, strategy, by: strategy === "stratified" ? by : "" });
  const { data, error, isFetching, refetch } = useQuery(query);
  const source = useMemo(() => data && sampleSource(data.items), [data]);
  return {
    source,
    how: data && howOf(data),
    error,
    isFetching,
    key: query.queryKey,
    retry: () => void refetch(),
  };
};

/** The filtered items, or a sample of them. Sends no request while the filter is invalid. */
export const Listing = () => {
  const { t } = useTranslation();
  const { urlState, filter } = useBrowser();
  if (filter.fault) {
    return (
      <div className={styles.empty}>
        <EmptyState picture="lens" title={t("datasetItems.where.unread")}>
          {filter.fault.message}
        </EmptyState>
      </div>
    );
  }
  return urlState.values.mode === "sample" ? <SampleListing /> : <WindowListing />;
};

const SampleListing = () => {
  const { dataset, version, urlState, filter } = useBrowser();
  const state = useSample({ id: dataset.id, version }, filter.where, urlState.values);
  return <ListingView key={JSON.stringify(state.key)} state={state} onJump={() => undefined} />;
};

/** Requests only the displayed columns: some datasets have a thousand. */
const useList = (): ItemList => {
  const { urlState, filter } = useBrowser();
  const { view, order, q } = urlState.values;
  const shown = useShownColumns().map(({ name }) => name);
  const sortedBy = order.replace(/^-/, "");
  const columns = view === "table" ? shown : [];
  return {
    where: filter.where,
    q,
    order,
    columns: sortedBy === "" || columns.includes(sortedBy) ? columns : [...columns, sortedBy],
  };
};

const WindowListing = () => {
  const { urlState } = useBrowser();
  const list = useList();
  const start = windowStart(urlState.values.at);
  const [jumps, setJumps] = useState(0);
  const jump = (at: number): void => {
    urlState.set({ at });
    setJumps((now) => now + 1);
  };
  return <OneWindow key={`${JSON.stringify(list)} ${start} ${jumps}`} list={list} start={start} onJump={jump} />;
};

interface OneWindowProps {
  list: ItemList;
  start: number;
  onJump: (at: number) => void;
}

const OneWindow = ({ list, start, onJump }: OneWindowProps) => {
  const { dataset, version } = useBrowser();
  const state = useItemWindow({ id: dataset.id, version }, list, start);
  return <ListingView state={state} onJump={onJump} />;
};

interface ListingViewProps {
  state: ListState;
  onJump: (at: number) => void;
}

const ListingView = ({ state, onJump }: ListingViewProps) => {
  const { urlState } = useBrowser();
  const picks = usePicks(urlState);
  const { mode, view, at } = urlState.values;
  const { source, how, isFetching } = state;
  const open = (ordinal: number): void => urlState.set({ item: ordinal });
  return (
    <SourceContext value={source}>
      <div className={styles.main}>
        <div className={styles.bar}>
          <Totals how={how} drawn={mode === "sample" ? source?.count : undefined} isFetching={isFetching} />
          <ViewBar />
        </div>
        <SlowNote isRunning={isFetching && !source} queryKey={state.key} />
        <ItemResults state={state}>
          {view === "grid" ? <ItemGrid picks={picks} onOpen={open} /> : <ItemTable picks={picks} onOpen={open} />}
        </ItemResults>
        {mode === "items" ? <WindowPager at={at} total={how?.total ?? 0} onJump={onJump} /> : null}
        <ItemDrawer source={source} total={how?.total ?? 0} picks={picks} />
      </div>
    </SourceContext>
  );
};
