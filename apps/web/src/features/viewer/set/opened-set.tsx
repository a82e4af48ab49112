import type { ViewerHeader } from "@dailies/contract";
import { MAX_SHARDS_A_CALL } from "@dailies/contract/viewer/routes";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../../lib/use-key.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { CompareDrawer } from "../compare/compare-drawer.tsx";
import { MapPanel } from "../map/map-panel.tsx";
import { IoMeter } from "../meter/io-meter.tsx";
import { GoBar } from "../navigation/go-bar.tsx";
import { useWalk, type Walk } from "../navigation/use-walk.ts";
import { SamplePanel } from "../sample/sample-panel.tsx";
import { useAgreement } from "../sample/use-agreement.ts";
import { StreamPanel } from "../stream/stream-panel.tsx";
import { useOrder } from "../stream/use-order.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { VerifyDrawer } from "../verify/verify-drawer.tsx";
import { isCounted } from "../viewer.queries.ts";
import { VIEWER_KEYS } from "../viewer.shortcuts.ts";
import { CodeDialog } from "./code-dialog.tsx";
import styles from "./set.module.css";
import { SetFacts } from "./set-facts.tsx";
import { SetWarnings } from "./set-warnings.tsx";

interface OpenedSetProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
}

/** A dataset, its shard map and one of its samples. */
export const OpenedSet = ({ header, urlState }: OpenedSetProps) => {
  const { t } = useTranslation();
  const { values, set } = urlState;
  const [mapOffset, setMapOffset] = useState(0);
  const walk = useWalk({ header, urlState, mapOffset });
  const agreement = useAgreement();
  const shard = useShownShard(header, values, walk);
  useKey(VIEWER_KEYS.hex.keys, () => set({ hex: values.hex === "shown" ? "hidden" : "shown" }, { replace: true }));
  const openShard = (shard: number): void => {
    setMapOffset(shard - (shard % MAX_SHARDS_A_CALL));
    walk.openShard(shard);
  };
  const goFromPanel = (index: number): void => set({ i: index, mode: "inspect", panel: undefined, run: undefined });
  return (
    <>
      <SetWarnings warnings={header.warnings} onOpenShard={openShard} />
      <SetFacts header={header} />
      <MapPanel
        header={header}
        offset={mapOffset}
        onOffset={setMapOffset}
        colour={values.colour}
        onColour={(colour) => set({ colour }, { replace: true })}
        mean={values.mean}
        onMean={(mean) => set({ mean }, { replace: true })}
        current={shard}
        onOpen={openShard}
      />
      {walk.fault ? (
        <ErrorPanel isCompact title={t("viewer.go.shardFailed")} error={walk.fault.error} onRetry={walk.fault.retry} />
      ) : null}
      {header.samples === 0 ? (
        <NoSamples header={header} />
      ) : (
        <Samples header={header} urlState={urlState} walk={walk} agreement={agreement} />
      )}
      <IoMeter handle={header.handle} storedBytes={header.stored_bytes} />
      <VerifyDrawer header={header} urlState={urlState} shard={walk.shard} onGo={goFromPanel} />
      <CompareDrawer header={header} urlState={urlState} />
      {values.panel === "code" ? (
        <CodeDialog
          header={header}
          urlState={values}
          shardOf={walk.shardOf}
          agreement={agreement}
          onClose={() => set({ panel: undefined })}
        />
      ) : null}
    </>
  );
};

/** The shard of the displayed sample, also while streaming. */
const useShownShard = ({ handle, samples }: ViewerHeader, urlState: ViewerUrlState, walk: Walk): number | undefined => {
  const { index } = useOrder(handle, samples, urlState);
  if (urlState.mode !== "stream") return walk.shard;
  return index === undefined ? undefined : walk.shardOf(index);
};

const NoSamples = ({ header }: { header: ViewerHeader }) => {
  const { t } = useTranslation();
  const words = isCounted(header) ? "none" : "notYet";
  return <EmptyState title={t(`viewer.sample.${words}`)}>{t(`viewer.sample.${words}Hint`)}</EmptyState>;
};

interface SamplesProps extends OpenedSetProps {
  walk: Walk;
  agreement: ReturnType<typeof useAgreement>;
}

const Samples = ({ header, urlState, walk, agreement }: SamplesProps) => {
  const { t } = useTranslation();
  const { mode, i, at, order } = urlState.values;
  const change = (next: ViewerUrlState["mode"]): void =>
    // A stream in storage order starts at the current sample.
    urlState.set(next === "stream" && order === "storage" && at === 0 ? { mode: next, at: i } : { mode: next });
  const modes = (
    <Segmented<ViewerUrlState["mode"]>
      aria-label={t("viewer.mode.label")}
      value={mode}
      options={[
        { value: "inspect", label: t("viewer.mode.inspect") },
        { value: "stream", label: t("viewer.mode.stream") },
      ]}
      onChange={change}
    />
  );
  return (
    <section className={styles.samples} aria-label={t("viewer.sample.region")}>
      {mode === "stream" ? (
        <StreamPanel header={header} urlState={urlState} shardOf={walk.shardOf} agreement={agreement} modes={modes} />
      ) : (
        <>
          <GoBar header={header} urlState={urlState} walk={walk} modes={modes} />
          <SamplePanel header={header} urlState={urlState} shard={walk.shard} agreement={agreement} onGo={walk.goTo} />
        </>
      )}
    </section>
  );
};
