import { CloseOutlined, TagOutlined } from "@ant-design/icons";
import { type DatasetDetail, datasetCatalogueRoutes } from "@dailies/contract";
import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popup } from "../../../ui/popup.tsx";
import { useTagVersion } from "../datasets.queries.ts";
import styles from "./detail.module.css";

const tagRule = datasetCatalogueRoutes.tagVersion.body.shape.tag;

interface TagVersionProps {
  dataset: DatasetDetail;
  version: number;
}

/** Edits a version's tags: a tag is on one version at a time and can be moved. */
export const TagVersion = ({ dataset, version }: TagVersionProps) => {
  const { t } = useTranslation();
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  if (!(dataset.is_mine || isAdministrator)) return null;
  return (
    <Popup
      name={t("datasets.tag.title", { version })}
      trigger={<Button icon={<TagOutlined aria-hidden="true" />}>{t("datasets.tag.open")}</Button>}
    >
      <TagEditor dataset={dataset} version={version} />
    </Popup>
  );
};

const TagEditor = ({ dataset, version }: TagVersionProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error } = useTagVersion(dataset.id);
  const tag = typed.trim();
  const holder = dataset.versions.find(({ tags }) => tags.includes(tag));
  const own = dataset.versions.find((each) => each.version === version)?.tags ?? [];
  const isWrong = !tagRule.safeParse(tag).success || holder?.version === version;
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) mutate({ tag, version }, { onSuccess: () => setTyped("") });
  };
  return (
    <div className={styles.tagging}>
      {own.length > 0 ? (
        <ul className={styles.tags}>
          {own.map((each) => (
            <li key={each}>
              <span>{each}</span>
              <IconButton
                size="small"
                name={t("datasets.tag.remove", { tag: each })}
                icon={<CloseOutlined aria-hidden="true" />}
                onClick={() => mutate({ tag: each, version: null })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <form className={styles.tagRow} onSubmit={add}>
        <Input
          id={id}
          aria-label={t("datasets.tag.name")}
          placeholder={t("datasets.tag.example")}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={isPending} disabled={isWrong}>
          {t(holder && !isWrong ? "datasets.tag.move" : "datasets.tag.add")}
        </Button>
      </form>
      {holder && holder.version !== version ? (
        <p className={styles.quiet}>{t("datasets.tag.moves", { tag, version: holder.version })}</p>
      ) : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
    </div>
  );
};
