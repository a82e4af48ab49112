import { UploadOutlined } from "@ant-design/icons";
import type { PickableKind, UsableAsset } from "@dailies/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button, Segmented, Select } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { AssetOptions } from "./asset-options.tsx";
import styles from "./asset-picker.module.css";
import { type UsableList, usableAssetsQuery, usableFoldersQuery, useUsableAssets } from "./asset-picker.queries.ts";
import { AssetLine } from "./asset-summary.tsx";
import { UploadState } from "./upload-state.tsx";
import { type AssetUpload, useAssetUpload } from "./use-asset-upload.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useRecentAssets } from "./use-recent-assets.ts";

const SCOPES = ["all", "recent", "mine", "shared"] as const;
type Scope = (typeof SCOPES)[number];

export interface AssetPickerProps {
  kind: PickableKind;
  onChoose: (assetId: string) => void;
  onClose: () => void;
}

/** A dialog to choose one asset: search, folders, recently used ones, and upload by button, drop or paste. */
export const AssetPicker = ({ kind, onChoose, onClose }: AssetPickerProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t(`assetPicker.choose.${kind}`)} widthPx={920} onClose={onClose}>
      {(close) => (
        <PickerBody
          kind={kind}
          onClose={close}
          onChoose={(id) => {
            onChoose(id);
            close();
          }}
        />
      )}
    </FormDialog>
  );
};

const PickerBody = ({ kind, onChoose, onClose }: AssetPickerProps) => {
  const { t } = useTranslation();
  const recent = useRecentAssets(kind);
  const [words, setWords] = useState("");
  const [scope, setScope] = useState<Scope>("all");
  const [folder, setFolder] = useState<string>();
  const [activeId, setActiveId] = useState<string>();
  const options = useRef<{ focus: () => void }>(null);
  const choose = (id: string): void => {
    recent.add(id);
    onChoose(id);
  };
  const upload = useAssetUpload({ kind, folderId: folder, onReady: choose });
  const drop = useFileDrop(upload.start);
  const found = useFound({ kind, scope, folder, q: words.trim() }, recent.ids);
  const active = found.items.find(({ id }) => id === activeId);
  return (
    <div className={styles.picker} {...drop.handlers}>
      <div className={styles.bar}>
        <span className={styles.search}>
          <SearchBox
            label={t("assetPicker.search")}
            value={words}
            onChange={setWords}
            onDown={() => options.current?.focus()}
          />
        </span>
        <FolderSelect kind={kind} value={folder} isDisabled={scope === "recent"} onChange={setFolder} />
        <UploadButton kind={kind} upload={upload} />
      </div>
      <Segmented<Scope>
        className={styles.scope}
        aria-label={t("assetPicker.scope.label")}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: t(`assetPicker.scope.${value}`) }))}
        onChange={setScope}
      />
      <UploadState upload={upload} kind={kind} />
      <div className={styles.body}>
        {found.error ? <ErrorPanel title={t("assetPicker.failed")} error={found.error} onRetry={found.retry} /> : null}
        {found.isPending && found.items.length === 0 ? <Skeleton rows={6} /> : null}
        {found.items.length > 0 ? (
          <AssetOptions
            ref={options}
            label={t(`assetPicker.list.${kind}`)}
            items={found.items}
            activeId={activeId}
            onActive={setActiveId}
            onChoose={({ id }) => choose(id)}
            onNearEnd={found.more}
          />
        ) : null}
        {found.isEmpty ? <NothingFound kind={kind} scope={scope} isFiltered={found.isFiltered} /> : null}
        {drop.isOver ? <div className={styles.over}>{t("assetPicker.dropNow")}</div> : null}
      </div>
      <div className={styles.foot}>
        <span className={styles.chosen} role="status">
          {active ? <AssetLine asset={active} /> : <span className={styles.facts}>{t("assetPicker.keys")}</span>}
        </span>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button type="primary" disabled={!active} onClick={() => active && choose(active.id)}>
          {t(`assetPicker.use.${kind}`)}
        </Button>
      </div>
    </div>
  );
};

interface Found {
  items: readonly UsableAsset[];
  isPending: boolean;
  error: unknown;
  retry: () => void;
  more: () => void;
  isEmpty: boolean;
  isFiltered: boolean;
}

type FoundInput = Omit<UsableList, "scope"> & { scope: Scope };

/** The assets of the chosen source. Recently used ones are few, and are searched here. */
const useFound = ({ kind, scope, folder, q }: FoundInput, recentIds: readonly string[]): Found => {
  const isRecent = scope === "recent";
  const list = { kind, scope: isRecent ? "all" : scope, folder, q: q === "" ? undefined : q } as const;
  const pages = useInfiniteQuery({ ...usableAssetsQuery(list), enabled: !isRecent });
  const recent = useUsableAssets(isRecent ? recentIds : []);
  const words = (q ?? "").toLowerCase();
  const items = isRecent
    ? recent.items.filter(({ name, id }) => name.toLowerCase().includes(words) || id === words)
    : (pages.data?.pages.flatMap((page) => page.items) ?? []);
  const isPending = isRecent ? recent.isPending : pages.isPending;
  const error = isRecent || pages.data ? undefined : pages.error;
  return {
    items,
    isPending,
    error,
    retry: () => void pages.refetch(),
    more: () => {
      if (!isRecent && pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
    isEmpty: !isPending && !error && items.length === 0,
    isFiltered: words !== "" || folder !== undefined || scope === "shared",
  };
};

const NothingFound = ({ kind, scope, isFiltered }: { kind: PickableKind; scope: Scope; isFiltered: boolean }) => {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState picture="lens" title={t("assetPicker.empty.found")}>
        {t("assetPicker.empty.foundHint")}
      </EmptyState>
    );
  }
  return scope === "recent" ? (
    <EmptyState title={t("assetPicker.empty.recent")}>{t("assetPicker.empty.recentHint")}</EmptyState>
  ) : (
    <EmptyState title={t(`assetPicker.empty.${kind}`)}>{t("assetPicker.empty.hint")}</EmptyState>
  );
};

interface FolderSelectProps {
  kind: PickableKind;
  value: string | undefined;
  isDisabled: boolean;
  onChange: (folder: string | undefined) => void;
}

const ANY = "";

const FolderSelect = ({ kind, value, isDisabled, onChange }: FolderSelectProps) => {
  const { t } = useTranslation();
  const folders = useQuery(usableFoldersQuery(kind));
  return (
    <Select<string>
      className={styles.folder}
      aria-label={t("assetPicker.folder.label")}
      value={value ?? ANY}
      disabled={isDisabled}
      loading={folders.isPending}
      showSearch={{ optionFilterProp: "label" }}
      options={[
        { value: ANY, label: t("assetPicker.folder.any") },
        ...(folders.data?.items ?? []).map(({ id, path }) => ({ value: id, label: path.join(" / ") })),
      ]}
      onChange={(next) => onChange(next === ANY ? undefined : next)}
    />
  );
};

const UploadButton = ({ kind, upload }: { kind: PickableKind; upload: AssetUpload }) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={`${kind}/*`}
        hidden
        aria-label={t(`assetPicker.upload.${kind}`)}
        onChange={({ target }) => {
          upload.start(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t(`assetPicker.upload.${kind}`)}
      </Button>
    </>
  );
};
