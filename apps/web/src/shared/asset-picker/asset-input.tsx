import type { PickableKind } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Mono } from "../../ui/mono.tsx";
import styles from "./asset-picker.module.css";
import { usableAssetQuery } from "./asset-picker.queries.ts";
import { AssetPicker } from "./asset-picker.tsx";
import { AssetLine } from "./asset-summary.tsx";
import { UploadState } from "./upload-state.tsx";
import { useAssetUpload } from "./use-asset-upload.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useRecentAssets } from "./use-recent-assets.ts";

export interface AssetInputProps {
  label: string;
  kind: PickableKind;
  /** The id of the chosen asset. */
  value: string | undefined;
  onChange: (assetId: string) => void;
  help?: ReactNode;
}

/** A form field for one asset: shows the chosen one, opens the picker, and takes a dropped or pasted file. */
export const AssetInput = ({ label, kind, value, onChange, help }: AssetInputProps) => {
  const { t } = useTranslation();
  const id = useId();
  const recent = useRecentAssets(kind);
  const [isPicking, setIsPicking] = useState(false);
  const upload = useAssetUpload({
    kind,
    onReady: (assetId) => {
      recent.add(assetId);
      onChange(assetId);
    },
  });
  const drop = useFileDrop(upload.start);
  const isUploading = upload.item !== undefined;
  return (
    <fieldset className="ds-field" aria-describedby={`${id}-about`}>
      <legend className="ds-visually-hidden">{label}</legend>
      <span className="ds-field-label" aria-hidden="true">
        {label}
      </span>
      <div className={styles.field} data-over={drop.isOver || undefined} {...drop.handlers}>
        {value === undefined || isUploading ? null : <ChosenAsset id={value} />}
        <UploadState upload={upload} kind={kind} />
        {isUploading ? null : (
          <div className={styles.fieldFoot}>
            <Button size="small" aria-haspopup="dialog" onClick={() => setIsPicking(true)}>
              {t(value === undefined ? `assetPicker.choose.${kind}` : `assetPicker.replace.${kind}`)}
            </Button>
            <span className={styles.facts}>
              {drop.isOver ? t("assetPicker.dropNow") : t(`assetPicker.drop.${kind}`)}
            </span>
          </div>
        )}
      </div>
      <div id={`${id}-about`} className="ds-field-notes">
        {help}
      </div>
      {isPicking ? <AssetPicker kind={kind} onChoose={onChange} onClose={() => setIsPicking(false)} /> : null}
    </fieldset>
  );
};

/** The chosen asset with its picture and probe. */
export const ChosenAsset = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const { data, error } = useQuery(usableAssetQuery(id));
  if (error) {
    return (
      <div role="alert" className={styles.unknown}>
        <span className={styles.fault}>{t("assetPicker.gone")}</span> <Mono value={id} />
      </div>
    );
  }
  if (!data) return <SkeletonLine width="60%" />;
  return (
    <>
      <AssetLine asset={data} />
      {data.status === "Ready" ? null : <span className={styles.fault}>{t(`assetPicker.state.${data.status}`)}</span>}
    </>
  );
};
