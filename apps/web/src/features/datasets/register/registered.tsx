import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { addressOfDataset } from "../dataset-address.ts";
import { datasetQuery } from "../datasets.queries.ts";
import { RunProgress } from "../run-progress.tsx";
import styles from "./register.module.css";

interface RegisteredProps {
  id: string;
  name: string;
  onClose: () => void;
  onAnother: () => void;
}

/** Indexing continues after this drawer is closed; while open it shows the progress. */
export const Registered = ({ id, name, onClose, onAnother }: RegisteredProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(datasetQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form has unmounted; without this the drawer would not receive Escape.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.steps}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t("datasets.register.registered", { name })}
      </h3>
      <p className={styles.lead}>{t("datasets.register.goesOn")}</p>
      {data?.run ? <RunProgress dataset={data} run={data.run} /> : null}
      {!data && error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton rows={2} /> : null}
      <div className={styles.buttons}>
        <Button onClick={onAnother}>{t("datasets.register.another")}</Button>
        <Button onClick={onClose}>{t("datasets.register.toList")}</Button>
        <LinkButton isPrimary to={addressOfDataset(id)}>
          {t("datasets.register.show")}
        </LinkButton>
      </div>
    </div>
  );
};
