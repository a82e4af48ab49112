import { LABEL_EXPORT_DAYS, type LabelExport } from "@dailies/contract";
import { labelExportRoutes } from "@dailies/contract/labelling/export-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ExportFile } from "../../../shared/export-file/export-file.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./exports.module.css";
import { labelExportsQuery, useCancelExport } from "./exports.queries.ts";

const HASH_CHARACTERS = 12;

/** The exports of the user, newest first. */
export const ExportFiles = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelExportsQuery(taskId));
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLine width="60%" />;
  if (data.items.length === 0) return <p className={styles.quiet}>{t("labelling.exports.none")}</p>;
  return data.items.map((file) => <FileRow key={file.id} file={file} />);
};

const FileRow = ({ file }: { file: LabelExport }) => {
  const { t, i18n } = useTranslation();
  const { mutate, isPending } = useCancelExport(file.task_id);
  const format = t(`labelling.exports.formats.${file.format}`);
  return (
    <div>
      {file.is_expired ? (
        <p>{t("labelling.exports.expired", { format, days: LABEL_EXPORT_DAYS })}</p>
      ) : (
        <ExportFile
          file={file}
          name={t("labelling.exports.file", { format })}
          href={addressOf(labelExportRoutes.downloadLabelExport, { params: { id: file.id } })}
          download={t("labelling.exports.download", { format })}
          rows={t("labelling.exports.rows", {
            count: file.rows_done,
            shown: formatCount(file.rows_done, i18n.language),
          })}
          onCancel={() => mutate(file.id)}
          isCancelling={isPending}
        />
      )}
      <div className={styles.facts}>
        {file.format === "label_studio" ? null : (
          <span>
            {t(`labelling.exports.shapes.${file.shape}`)} · {t(`labelling.exports.answer.${file.answers}`)}
          </span>
        )}
        <span>
          {t("labelling.exports.ofTime")} <Time at={file.as_of} />
        </span>
        <FileHash sha256={file.sha256} />
        {file.is_expired || file.expires_at === null ? null : (
          <span>
            {t("labelling.exports.keptUntil")} <Time at={file.expires_at} />
          </span>
        )}
      </div>
    </div>
  );
};

/** By which the same content is recognised. */
export const FileHash = ({ sha256 }: { sha256: string | null }) =>
  sha256 === null ? null : (
    <span>
      SHA-256 <Mono value={sha256} shownCharacters={HASH_CHARACTERS} copyAs="SHA-256" />
    </span>
  );
