import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { formatCount } from "../../../ui/format.ts";
import { datasetsQuery, type SetAddress, useOpenDemo } from "../viewer.queries.ts";
import styles from "./open.module.css";

const SHOWN = 12;

/** Chooses a registered dataset. */
export const DatasetChoice = ({ onOpen }: { onOpen: (address: SetAddress) => void }) => {
  const { t, i18n } = useTranslation();
  const [words, setWords] = useState("");
  const datasets = useQuery(datasetsQuery());
  const wanted = words.trim().toLowerCase();
  const found = (datasets.data?.items ?? []).filter(({ name, uri }) => `${name} ${uri}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.card} aria-label={t("viewer.open.datasets")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("viewer.open.datasets")}</h2>
        <SearchBox label={t("viewer.open.searchDatasets")} value={words} onChange={setWords} />
      </header>
      {datasets.isPending ? <Skeleton rows={4} /> : null}
      {datasets.error ? <ErrorPanel isCompact error={datasets.error} onRetry={() => void datasets.refetch()} /> : null}
      {datasets.data && found.length === 0 ? (
        <p className={styles.quiet}>
          {t(wanted === "" ? "viewer.open.noDatasets" : "viewer.open.noMatch")}{" "}
          <Link to={PATHS.dataset}>{t("viewer.open.toDatasets")}</Link>
        </p>
      ) : null}
      {datasets.data?.items.length === 0 ? <DemoOffer onOpen={onOpen} /> : null}
      <ul className={styles.list}>
        {found.slice(0, SHOWN).map(({ id, name, kind, uri, items }) => (
          <li key={id}>
            <button type="button" className={styles.row} onClick={() => onOpen({ dataset: id })}>
              <span className={styles.name}>
                {name} <span className={styles.quiet}>{kind}</span>
              </span>
              <span className={`${styles.uri} ${styles.quiet} ds-mono`}>{uri}</span>
              {items === null ? null : (
                <span className={`${styles.quiet} ds-number`}>
                  {t("viewer.open.samples", { samples: formatCount(items, i18n.language) })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {found.length > SHOWN ? (
        <p className={styles.quiet}>
          {t("viewer.open.moreDatasets", { more: formatCount(found.length - SHOWN, i18n.language) })}
        </p>
      ) : null}
    </section>
  );
};

/** An installation without datasets offers a small one that it writes itself. */
const DemoOffer = ({ onOpen }: { onOpen: (address: SetAddress) => void }) => {
  const { t } = useTranslation();
  const demo = useOpenDemo();
  const open = (): void => demo.mutate(undefined, { onSuccess: ({ id }) => onOpen({ dataset: id }) });
  return (
    <div className={styles.demo}>
      <Button loading={demo.isPending} onClick={open}>
        {t("viewer.open.demo")}
      </Button>
      <span className={styles.quiet}>{t("viewer.open.demoHint")}</span>
    </div>
  );
};
