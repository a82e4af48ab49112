import { DatabaseOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { useKey } from "../../lib/use-key.ts";
import { Page } from "../../ui/page.tsx";
import { DATASETS_KEYS } from "./datasets.shortcuts.ts";
import { DatasetGone } from "./detail/dataset-gone.tsx";
import { DatasetPage } from "./detail/dataset-page.tsx";
import styles from "./detail/detail.module.css";
import { useDatasetUrlState } from "./list/dataset-filters.ts";
import { DatasetList } from "./list/dataset-list.tsx";
import { RegisterDrawer } from "./register/register-drawer.tsx";
import { StorageDrawer } from "./storage/storage-drawer.tsx";
import { useOpenDrawer } from "./use-open-drawer.ts";

/** Without an id, the list of datasets; with one, its items. */
export const Component = () => {
  const [params] = useSearchParams();
  const id = params.get("id");
  if (id === null) return <ListPage />;
  return z.uuid().safeParse(id).success ? <DatasetPage key={id} id={id} /> : <DatasetGone />;
};

const ListPage = () => {
  const { t } = useTranslation();
  const urlState = useDatasetUrlState();
  const drawer = useOpenDrawer();
  useKey(DATASETS_KEYS.register.keys, () => drawer.open("register"));
  useKey(DATASETS_KEYS.view.keys, () => urlState.set({ view: urlState.values.view === "table" ? "cards" : "table" }));
  return (
    <Page
      isFilling
      title={t("screens.dataset.title")}
      about={t("screens.dataset.purpose")}
      action={
        <div className={styles.actions}>
          <Button icon={<DatabaseOutlined aria-hidden="true" />} onClick={() => drawer.open("storage")}>
            {t("datasets.storage.open")}
          </Button>
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => drawer.open("register")}>
            {t("datasets.register.open")}
          </Button>
        </div>
      }
    >
      <DatasetList urlState={urlState} onRegister={(uri) => drawer.open("register", uri)} />
      <RegisterDrawer isOpen={drawer.what === "register"} uri={drawer.uri} onClose={drawer.close} />
      <StorageDrawer isOpen={drawer.what === "storage"} onClose={drawer.close} />
    </Page>
  );
};
