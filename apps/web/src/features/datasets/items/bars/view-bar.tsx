import { AppstoreOutlined, ArrowDownOutlined, ArrowUpOutlined, BarsOutlined } from "@ant-design/icons";
import { Radio, Select, Slider } from "antd";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { ColumnsChoice } from "../table/columns-choice.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew, DENSITIES } from "../url-state/item-url-state.ts";
import styles from "./bars.module.css";

/** Sort order and display mode of the list. */
export const ViewBar = () => {
  const { t } = useTranslation();
  const { urlState } = useBrowser();
  const { mode, view, density } = urlState.values;
  return (
    <>
      {mode === "items" ? <SortChoice /> : null}
      {view === "grid" ? (
        <Slider
          className={styles.density ?? ""}
          ariaLabelForHandle={t("datasetItems.bar.density")}
          min={1}
          max={DENSITIES.length}
          value={density}
          tooltip={{ open: false }}
          onChange={(next) => urlState.set({ density: next }, { replace: true })}
        />
      ) : (
        <ColumnsChoice />
      )}
      <Radio.Group
        aria-label={t("datasetItems.bar.view")}
        value={view}
        onChange={({ target }) => urlState.set({ view: target.value })}
      >
        <Radio.Button value="grid" aria-label={t("datasetItems.bar.grid")} title={t("datasetItems.bar.grid")}>
          <AppstoreOutlined aria-hidden="true" />
        </Radio.Button>
        <Radio.Button value="table" aria-label={t("datasetItems.bar.table")} title={t("datasetItems.bar.table")}>
          <BarsOutlined aria-hidden="true" />
        </Radio.Button>
      </Radio.Group>
    </>
  );
};

const SortChoice = () => {
  const { t } = useTranslation();
  const { urlState, indexed } = useBrowser();
  const { order } = urlState.values;
  const isDown = order.startsWith("-");
  const field = isDown ? order.slice(1) : order;
  const set = (next: string, isNextDown: boolean): void =>
    urlState.set(chosenAnew({ order: next === "" || !isNextDown ? next : `-${next}` }));
  return (
    <>
      <Select
        aria-label={t("datasetItems.sort.label")}
        className={styles.sort ?? ""}
        showSearch
        value={field}
        popupMatchSelectWidth={false}
        options={[
          { value: "", label: t("datasetItems.sort.storage") },
          ...indexed.map(({ name }) => ({ value: name, label: t("datasetItems.sort.by", { column: name }) })),
        ]}
        onChange={(next) => set(next, isDown)}
      />
      {field === "" ? null : (
        <IconButton
          name={t(isDown ? "datasetItems.sort.up" : "datasetItems.sort.down")}
          icon={isDown ? <ArrowDownOutlined aria-hidden="true" /> : <ArrowUpOutlined aria-hidden="true" />}
          onClick={() => set(field, !isDown)}
        />
      )}
    </>
  );
};
