import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../lib/use-key.ts";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import styles from "./assets.module.css";
import { ASSETS_KEYS } from "./assets-keys.ts";
import { FolderPanel } from "./folders/folder-panel.tsx";
import { useAssetList, useFilterFields, useFilters, useLibraryUrlState } from "./library/asset-filters.ts";
import { AssetLibrary } from "./library/asset-library.tsx";
import { QuotaBar } from "./quota-bar.tsx";
import { DropArea } from "./uploads/drop-area.tsx";
import { InterruptedNote } from "./uploads/interrupted-note.tsx";
import { UploadButton } from "./uploads/upload-button.tsx";

export const Component = () => {
  const { t } = useTranslation();
  const filters = useFilters();
  const urlState = useLibraryUrlState();
  const fields = useFilterFields();
  const list = useAssetList(filters, urlState);
  const filesInput = useRef<HTMLInputElement>(null);
  const { folder, view } = urlState.values;
  const folderId = folder === "root" ? undefined : folder;
  const chooseFiles = (): void => filesInput.current?.click();
  useKey(ASSETS_KEYS.upload.keys, chooseFiles);
  useKey(ASSETS_KEYS.view.keys, () => urlState.set({ view: view === "grid" ? "table" : "grid" }));
  return (
    <Page
      isFilling
      title={t("screens.staticSourceManage.title")}
      about={t("screens.staticSourceManage.purpose")}
      action={
        <div className={styles.actions}>
          <QuotaBar />
          <UploadButton folderId={folderId} filesInput={filesInput} />
        </div>
      }
    >
      <FilterBar filters={filters} fields={fields} searchKey="q" searchLabel={t("assets.search")} />
      <InterruptedNote />
      <div className={styles.body}>
        <FolderPanel chosen={folder} onChoose={(next) => urlState.set({ folder: next as typeof folder })} />
        <AssetLibrary
          key={JSON.stringify(list)}
          list={list}
          filters={filters}
          urlState={urlState}
          onUpload={chooseFiles}
        />
      </div>
      <DropArea folderId={folderId} />
    </Page>
  );
};
