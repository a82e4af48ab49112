import {
  AppstoreAddOutlined,
  FilterOutlined,
  FunnelPlotOutlined,
  HeatMapOutlined,
  SaveOutlined,
} from "@ant-design/icons";
import { Button, Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { BenchmarkRowsButton } from "../benchmarks/benchmark-rows-button.tsx";
import { ExportButton } from "../exports/export-button.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew, MODES } from "../url-state/item-url-state.ts";
import styles from "./bars.module.css";
import { SampleControls } from "./sample-controls.tsx";

interface ModeBarProps {
  isRailOpen: boolean;
  onToggleRail: () => void;
  /** Undefined while there is nothing to save. */
  onSave: (() => void) | undefined;
}

/** Switches between all items and a random sample, with actions on the selection. */
export const ModeBar = ({ isRailOpen, onToggleRail, onSave }: ModeBarProps) => {
  const { t } = useTranslation();
  const { urlState } = useBrowser();
  const { mode, panel } = urlState.values;
  const toggle = (next: "funnel" | "buckets"): void => urlState.set({ panel: panel === next ? undefined : next });
  return (
    <div className={styles.bar}>
      <IconButton
        name={t(isRailOpen ? "datasetItems.bar.hideRail" : "datasetItems.bar.showRail")}
        icon={<FilterOutlined />}
        isPressed={isRailOpen}
        onClick={onToggleRail}
      />
      <Segmented
        aria-label={t("datasetItems.mode.label")}
        value={mode}
        options={MODES.map((value) => ({ value, label: t(`datasetItems.mode.${value}`) }))}
        onChange={(next) => urlState.set(chosenAnew({ mode: next }))}
      />
      {mode === "sample" ? <SampleControls /> : null}
      <span className={styles.acts}>
        <Button
          icon={<FunnelPlotOutlined aria-hidden="true" />}
          aria-pressed={panel === "funnel"}
          className={styles.toggle}
          onClick={() => toggle("funnel")}
        >
          {t("datasetItems.funnel.name")}
        </Button>
        <Button
          icon={<HeatMapOutlined aria-hidden="true" />}
          aria-pressed={panel === "buckets"}
          className={styles.toggle}
          onClick={() => toggle("buckets")}
        >
          {t("datasetItems.buckets.name")}
        </Button>
        <Button icon={<SaveOutlined aria-hidden="true" />} disabled={onSave === undefined} onClick={onSave}>
          {t("datasetItems.views.save")}
        </Button>
        <BenchmarkRowsButton />
        <ExportButton icon={<AppstoreAddOutlined aria-hidden="true" />} />
      </span>
    </div>
  );
};
