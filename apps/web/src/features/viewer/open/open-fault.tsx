import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { folderQuery } from "../viewer.queries.ts";
import styles from "./open.module.css";
import { UriForm } from "./uri-form.tsx";

interface OpenFaultProps {
  uri: string | undefined;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
  onOpen: (uri: string) => void;
}

const HINTS: Readonly<Record<string, "notFound" | "refused" | "invalid" | "unavailable">> = {
  not_found: "notFound",
  upstream_failed: "refused",
  invalid: "invalid",
  unavailable: "unavailable",
};

/** Why a dataset cannot be opened, its URI to correct, and what is there instead. */
export const OpenFault = ({ uri, error, isRetrying, onRetry, onOpen }: OpenFaultProps) => {
  const { t } = useTranslation();
  const hint = error instanceof ApiError ? HINTS[error.code] : undefined;
  return (
    <>
      <ErrorPanel title={t("viewer.open.failed")} error={error} isRetrying={isRetrying} onRetry={onRetry}>
        {hint === undefined ? null : <p className={styles.hint}>{t(`viewer.open.hints.${hint}`)}</p>}
      </ErrorPanel>
      {uri === undefined ? null : (
        <section className={styles.card}>
          <UriForm
            value={uri}
            action={t("viewer.open.open")}
            onSubmit={(corrected) => (corrected === uri ? onRetry() : onOpen(corrected))}
          />
          <p className={styles.quiet}>{t("viewer.open.hint")}</p>
        </section>
      )}
      {uri === undefined || hint === undefined || hint === "unavailable" ? null : (
        <WhatIsThere uri={folderOf(uri)} onOpen={onOpen} />
      )}
    </>
  );
};

/** The folder of a URI. */
const folderOf = (uri: string): string => {
  if (uri.endsWith("/")) return uri;
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  return name.includes(".") || name.includes("*") ? uri.slice(0, uri.lastIndexOf("/") + 1) : `${uri}/`;
};

const SHOWN = 40;

const WhatIsThere = ({ uri, onOpen }: { uri: string; onOpen: (uri: string) => void }) => {
  const { t, i18n } = useTranslation();
  const found = useQuery(folderQuery(uri));
  if (!found.data) return null;
  const { folders, files, is_truncated } = found.data;
  const isEmpty = folders.length + files.length === 0;
  const hasMore = is_truncated || folders.length + files.length > SHOWN;
  return (
    <section className={styles.card} aria-label={t("viewer.open.there")}>
      <h2 className={styles.title}>{t("viewer.open.there")}</h2>
      <p className={`${styles.quiet} ds-mono`}>{uri}</p>
      {isEmpty ? <p className={styles.quiet}>{t("viewer.open.nothingThere")}</p> : null}
      <ul className={styles.list}>
        {folders.slice(0, SHOWN).map((name) => (
          <li key={name}>
            <button type="button" className={styles.row} onClick={() => onOpen(`${uri}${name.replace(/\/?$/, "/")}`)}>
              <span className="ds-mono">{name.replace(/\/?$/, "/")}</span>
              <span className={styles.quiet}>{t("viewer.open.openFolder")}</span>
            </button>
          </li>
        ))}
        {files.slice(0, SHOWN - Math.min(SHOWN, folders.length)).map(({ name, bytes }) => (
          <li key={name} className={styles.file}>
            <span className="ds-mono">{name}</span>
            <span className={`${styles.quiet} ds-number`}>{formatBytes(bytes, i18n.language)}</span>
          </li>
        ))}
      </ul>
      {hasMore ? <p className={styles.quiet}>{t("viewer.open.andMore")}</p> : null}
    </section>
  );
};
