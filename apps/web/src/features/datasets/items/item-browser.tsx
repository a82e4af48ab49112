import type { DatasetDetail } from "@dailies/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../../lib/use-key.ts";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { useStored } from "../../../ui/use-stored.ts";
import { ModeBar } from "./bars/mode-bar.tsx";
import { BucketMatrix } from "./buckets/bucket-matrix.tsx";
import { withColumnSets } from "./column-sets.ts";
import { CompareTray } from "./compare/compare-tray.tsx";
import { FacetRail } from "./facets/facet-rail.tsx";
import { FilterChips } from "./filter/filter-chips.tsx";
import { useFilter } from "./filter/use-filter.ts";
import { WhereBox } from "./filter/where-box.tsx";
import { DroppedNote } from "./funnel/dropped-note.tsx";
import { FunnelStrip } from "./funnel/funnel-strip.tsx";
import styles from "./item-browser.module.css";
import { ITEMS_KEYS } from "./items.shortcuts.ts";
import { Listing } from "./list/listing.tsx";
import { type Browser, BrowserContext } from "./url-state/browser-context.ts";
import { chosenAnew, type ItemUrlState, newSeed, useItemUrlState } from "./url-state/item-url-state.ts";
import { SaveViewDialog } from "./views/save-view-dialog.tsx";

interface ItemBrowserProps {
  dataset: DatasetDetail;
  version: number;
}

/** The items of one version of a dataset: filter, sample, view, compare. Remount it for another version. */
export const ItemBrowser = ({ dataset: given, version }: ItemBrowserProps) => {
  const { t } = useTranslation();
  const urlState = useItemUrlState();
  const dataset = useMemo(() => withColumnSets(given, version), [given, version]);
  const filter = useFilter(urlState, dataset.columns);
  const indexed = useMemo(() => dataset.columns.filter(({ is_indexed }) => is_indexed), [dataset.columns]);
  const browser: Browser = { dataset, version, indexed, urlState, filter };
  const [rail, setRail] = useStored("dataset-rail", "open");
  const [isSaving, setIsSaving] = useState(false);
  const { panel, q } = urlState.values;
  const toggleRail = (): void => setRail(rail === "open" ? "closed" : "open");
  // An invalid filter would be saved as no filter.
  const save = filter.fault ? undefined : () => setIsSaving(true);
  useBrowserKeys(urlState, toggleRail, () => save?.());
  return (
    <BrowserContext value={browser}>
      <div className={styles.browser}>
        <ModeBar isRailOpen={rail === "open"} onToggleRail={toggleRail} onSave={save} />
        <div className={styles.filters}>
          <SearchBox
            label={t("datasetItems.search")}
            value={q}
            onChange={(words) => urlState.set(chosenAnew({ q: words }), { replace: true })}
          />
          <WhereBox />
        </div>
        <FilterChips />
        <DroppedNote />
        {panel === "funnel" ? <FunnelStrip /> : null}
        {panel === "buckets" ? <BucketMatrix /> : null}
        <div className={styles.body}>
          {rail === "open" ? <FacetRail /> : null}
          <Listing />
        </div>
        <CompareTray />
      </div>
      {isSaving ? <SaveViewDialog onClose={() => setIsSaving(false)} /> : null}
    </BrowserContext>
  );
};

const focusWhere = (): void => document.querySelector<HTMLElement>("[data-where-box]")?.focus();

const useBrowserKeys = (urlState: ItemUrlState, toggleRail: () => void, save: () => void): void => {
  const { values, set } = urlState;
  const togglePanel = (panel: "funnel" | "buckets"): void => set({ panel: values.panel === panel ? undefined : panel });
  useKey(ITEMS_KEYS.itemView.keys, () => set({ view: values.view === "grid" ? "table" : "grid" }));
  useKey(ITEMS_KEYS.mode.keys, () => set(chosenAnew({ mode: values.mode === "items" ? "sample" : "items" })));
  useKey(ITEMS_KEYS.dice.keys, () => set(chosenAnew({ mode: "sample", seed: newSeed() })));
  useKey(ITEMS_KEYS.where.keys, focusWhere);
  useKey(ITEMS_KEYS.rail.keys, toggleRail);
  useKey(ITEMS_KEYS.funnel.keys, () => togglePanel("funnel"));
  useKey(ITEMS_KEYS.buckets.keys, () => togglePanel("buckets"));
  useKey(ITEMS_KEYS.save.keys, save);
  useKey(ITEMS_KEYS.compare.keys, () => {
    if (values.pick.length > 1) set({ wall: "open" });
  });
};
