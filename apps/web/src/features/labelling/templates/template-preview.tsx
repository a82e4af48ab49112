import {
  checkLabelValues,
  comparesClips,
  type DatasetRow,
  type LabelTemplateContent,
  type LabelValues,
  labelTemplateContent,
  parseLabelValue,
} from "@dailies/contract";
import { datasetItemRoutes } from "@dailies/contract/datasets/item-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FramePlayer } from "../../../shared/frame-player/frame-player.tsx";
import { LabelForm } from "../form/label-form.tsx";
import { useSegmentEditors } from "../segments/use-segment-editors.ts";
import styles from "./templates.module.css";

interface PreviewItem {
  readonly datasetId: string;
  readonly version: number;
  readonly row: DatasetRow;
}

interface TemplatePreviewProps {
  content: LabelTemplateContent;
  /** A real item; undefined if the source has none. */
  item: PreviewItem | undefined;
  /** The column of a field, by field key. */
  prefill: Readonly<Record<string, string>>;
}

const cellOf = ({ row }: PreviewItem, column: string): unknown => {
  const known: Readonly<Record<string, unknown>> = { caption: row.caption, key: row.key, ...row.values };
  return known[column];
};

const prefillOf = (content: LabelTemplateContent, item: PreviewItem | undefined, columns: object): LabelValues => {
  const values: LabelValues = {};
  if (!item) return values;
  for (const [key, column] of Object.entries(columns)) {
    const field = content.fields.find((each) => each.key === key);
    const parsed = field && parseLabelValue(field, cellOf(item, String(column)), null);
    if (parsed && "value" in parsed) values[key] = parsed.value;
  }
  return values;
};

/** The form as labellers get it, on a real item. Nothing is saved. */
export const TemplatePreview = ({ content, item, prefill }: TemplatePreviewProps) => {
  const { t } = useTranslation();
  const start = useMemo(() => prefillOf(content, item, prefill), [content, item, prefill]);
  const [typed, setTyped] = useState<LabelValues>({});
  const isValid = labelTemplateContent.safeParse(content).success;
  const known = new Set(content.fields.map(({ key }) => key));
  const values = Object.fromEntries(Object.entries({ ...start, ...typed }).filter(([key]) => known.has(key)));
  const change: Parameters<typeof LabelForm>[0]["onChange"] = (key, value) =>
    setTyped((before) => ({ ...before, [key]: value }));
  const editors = useSegmentEditors({
    itemKey: "preview",
    fields: content.fields,
    values,
    durationUs: null,
    player: undefined,
    onChange: change,
  });
  return (
    <section className={styles.preview} aria-label={t("labelling.template.preview")}>
      <span className={styles.quiet}>{t("labelling.template.previewHint")}</span>
      {isValid ? (
        <LabelForm
          fields={content.fields}
          values={values}
          prefill={start}
          editors={editors}
          hasPlayer={false}
          faults={checkLabelValues(content.fields, values, null).faults.filter(({ path }) => path.length > 0)}
          onChange={change}
        />
      ) : (
        <p className={styles.quiet}>{t("labelling.template.invalid")}</p>
      )}
      {comparesClips(content.fields) ? <p className={styles.quiet}>{t("labelling.pairs.preview")}</p> : null}
      {item ? <PreviewClip item={item} /> : <p className={styles.quiet}>{t("labelling.template.noItem")}</p>}
    </section>
  );
};

const PreviewClip = ({ item: { datasetId, version, row } }: { item: PreviewItem }) => {
  const address = addressOf(datasetItemRoutes.readItemBlob, {
    params: { id: datasetId, ordinal: row.ordinal },
    query: { version },
  });
  if (row.media === null) return null;
  if (row.media.content_type.startsWith("image/"))
    return <img className={styles.picture} src={address} alt={row.caption ?? row.key} />;
  return (
    <FramePlayer
      clipKey={`${datasetId}@${version}/${row.ordinal}`}
      title={row.key}
      address={address}
      sizeBytes={row.media.bytes}
      fps={row.fps ?? undefined}
    />
  );
};
