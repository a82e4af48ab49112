import type { ViewerSample } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { ColumnMedia } from "./column-media.tsx";
import styles from "./sample.module.css";
import { columnClip } from "./sample-clips.ts";
import { SampleColumns } from "./sample-columns.tsx";

interface SampleBodyProps {
  handle: string;
  sample: ViewerSample;
  agreeBytes: number | undefined;
  chosen: string | undefined;
  onChoose: (column: string) => void;
  isStreaming?: boolean;
  onEnd?: () => void;
}

/** More would play over each other; the rest is in the column list. */
const MAX_MEDIA = 2;

export const shownMedia = ({ columns }: ViewerSample) =>
  columns
    .flatMap((column) => (column.value.kind === "media" ? [{ column, contentType: column.value.content_type }] : []))
    .slice(0, MAX_MEDIA);

export const SampleBody = (props: SampleBodyProps) => {
  const { handle, sample, agreeBytes, isStreaming = false, onEnd = () => undefined } = props;
  const client = useQueryClient();
  const media = shownMedia(sample);
  return (
    <div className={styles.body} data-media={media.length > 0 || undefined}>
      {media.map(({ column, contentType }) => (
        <ColumnMedia
          key={column.name}
          column={column}
          contentType={contentType}
          clip={columnClip(client, handle, sample, column, agreeBytes)}
          isStreaming={isStreaming}
          onEnd={onEnd}
        />
      ))}
      <div className={styles.facts}>
        <SampleLine sample={sample} />
        <SampleColumns {...props} />
      </div>
    </div>
  );
};

/** A format without keys uses the position as the key, which is already shown. */
const isOwnKey = ({ key, shard, index_in_shard }: ViewerSample): boolean =>
  key !== "" && key !== `${shard}:${index_in_shard}`;

const SampleLine = ({ sample }: { sample: ViewerSample }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <p className={`${styles.line} ds-number`}>
      <strong>{t("viewer.sample.title", { index: count(sample.index) })}</strong>
      <span>{t("viewer.sample.place", { shard: count(sample.shard), index: count(sample.index_in_shard) })}</span>
      {isOwnKey(sample) ? (
        <span>
          {t("viewer.sample.key")} <Mono value={sample.key} copyAs={t("viewer.sample.key")} shownCharacters={40} />
        </span>
      ) : null}
      <span>
        {t("viewer.sample.bytes", {
          begin: count(sample.begin),
          end: count(Math.max(sample.end - 1, sample.begin)),
          size: formatBytes(sample.end - sample.begin, i18n.language),
        })}
      </span>
    </p>
  );
};
