import { AppstoreOutlined, BarsOutlined, ReloadOutlined } from "@ant-design/icons";
import { Radio, Select } from "antd";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { DATASET_SORTS } from "./arrange-datasets.ts";
import { type DatasetUrlState, sortPatch } from "./dataset-filters.ts";
import styles from "./list.module.css";

interface ListToolsProps {
  list: { dataUpdatedAt: number; isFetching: boolean; refetch: () => Promise<unknown> };
  urlState: DatasetUrlState;
}

/** The age of the list, its sort order if there are no column headers, and its display mode. */
export const ListTools = ({ list, urlState }: ListToolsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      {list.dataUpdatedAt > 0 ? (
        <span className={styles.age}>
          {t("datasets.age")} <Time at={new Date(list.dataUpdatedAt).toISOString()} />
        </span>
      ) : null}
      <IconButton
        name={t("datasets.renew")}
        icon={<ReloadOutlined aria-hidden="true" />}
        isBusy={list.isFetching}
        onClick={() => void list.refetch()}
      />
      {urlState.values.view === "cards" ? <SortChoice urlState={urlState} /> : null}
      <Radio.Group
        aria-label={t("datasets.view.label")}
        value={urlState.values.view}
        onChange={({ target }) => urlState.set({ view: target.value })}
      >
        <Radio.Button value="table">
          <BarsOutlined aria-hidden="true" /> {t("datasets.view.table")}
        </Radio.Button>
        <Radio.Button value="cards">
          <AppstoreOutlined aria-hidden="true" /> {t("datasets.view.cards")}
        </Radio.Button>
      </Radio.Group>
    </div>
  );
};

const SortChoice = ({ urlState }: { urlState: DatasetUrlState }) => {
  const { t } = useTranslation();
  const { sort, order } = urlState.values;
  const options = DATASET_SORTS.flatMap((key) =>
    (["desc", "asc"] as const).map((way) => ({ value: `${key} ${way}`, label: t(`datasets.sort.${key}.${way}`) })),
  );
  return (
    <Select
      aria-label={t("datasets.sort.label")}
      value={`${sort} ${order}`}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(value) => {
        const [key = "", way] = value.split(" ");
        urlState.set(sortPatch({ key, direction: way === "asc" ? "asc" : "desc" }));
      }}
    />
  );
};
