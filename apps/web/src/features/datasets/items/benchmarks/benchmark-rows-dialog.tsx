import { PlusOutlined } from "@ant-design/icons";
import { taskName } from "@dailies/contract/tasks/routes";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { newRequestKey } from "../../../../lib/api/request-key.ts";
import { type RowImportAddress, rowImportPath } from "../../../../shared/row-import-address.ts";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../../../ui/filters/search-box.tsx";
import { FormButtons } from "../../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../../ui/format.ts";
import { Time } from "../../../../ui/time.tsx";
import styles from "./benchmark-rows.module.css";
import { draftBenchmarksQuery, useCreateBenchmark } from "./benchmark-rows.queries.ts";

interface BenchmarkRowsDialogProps {
  items: RowImportAddress & { version: number };
  datasetName: string;
  onClose: () => void;
}

/** Chooses one of the caller's draft benchmarks, or makes one, and opens its import with these items. */
export const BenchmarkRowsDialog = ({ items, datasetName, onClose }: BenchmarkRowsDialogProps) => {
  const { t } = useTranslation();
  const [isNew, setIsNew] = useState(false);
  return (
    <FormDialog title={t("datasetItems.benchmark.title")} onClose={onClose}>
      {(close) => (
        <>
          <p className={styles.about}>{t("datasetItems.benchmark.about")}</p>
          <p className={styles.filter}>
            {[
              t("datasets.version.short", { version: items.version }),
              items.where || t("datasetItems.views.everything"),
              ...(items.q === "" ? [] : [`“${items.q}”`]),
            ].join(" · ")}
          </p>
          {isNew ? (
            <NewBenchmark items={items} datasetName={datasetName} onBack={() => setIsNew(false)} />
          ) : (
            <Drafts items={items} onNew={() => setIsNew(true)} onClose={close} />
          )}
        </>
      )}
    </FormDialog>
  );
};

interface DraftsProps {
  items: RowImportAddress;
  onNew: () => void;
  onClose: () => void;
}

const Drafts = ({ items, onNew, onClose }: DraftsProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  return (
    <>
      <SearchBox label={t("datasetItems.benchmark.search")} value={words} onChange={setWords} />
      <DraftList items={items} words={words} />
      <div className={styles.buttons}>
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
          {t("datasetItems.benchmark.new")}
        </Button>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
      </div>
    </>
  );
};

const DraftList = ({ items, words }: { items: RowImportAddress; words: string }) => {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(draftBenchmarksQuery(words));
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  if (!data && error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  if (data.items.length === 0)
    return (
      <p className={styles.none}>{t(words ? "datasetItems.benchmark.noneFound" : "datasetItems.benchmark.none")}</p>
    );
  return (
    <ul className={styles.drafts} aria-label={t("datasetItems.benchmark.drafts")}>
      {data.items.map((task) => (
        <li key={task.id}>
          <Link className={styles.draft} to={rowImportPath(task.id, items)}>
            <span className={styles.name}>{task.name}</span>
            <span className={`${styles.facts} ds-number`}>
              {t("datasetItems.benchmark.rows", shown(task.rows))}
              {" · "}
              {t("datasetItems.benchmark.columns", shown(task.columns))}
              {" · "}
              <Time at={task.updated_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

interface NewBenchmarkProps {
  items: RowImportAddress;
  datasetName: string;
  onBack: () => void;
}

const schema = z.object({ name: taskName });

const NewBenchmark = ({ items, datasetName, onBack }: NewBenchmarkProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [requestKey] = useState(newRequestKey);
  const { mutateAsync } = useCreateBenchmark();
  const create = async (name: string): Promise<void> => {
    const { id } = await mutateAsync({ name, requestKey });
    await navigate(rowImportPath(id, items));
  };
  return (
    <ZodForm schema={schema} initial={{ name: datasetName }} onSubmit={({ name }) => create(name)}>
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("datasetItems.benchmark.name")}>
            <Input autoFocus autoComplete="off" />
          </Field>
          <FormButtons action={t("datasetItems.benchmark.create")} isBusy={isBusy} onCancel={onBack} />
        </>
      )}
    </ZodForm>
  );
};
