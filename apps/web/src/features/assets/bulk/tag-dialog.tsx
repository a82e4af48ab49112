import type { AssetItem } from "@dailies/contract";
import { Button, Modal, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useUpdateAssets } from "../assets.queries.ts";
import { cleanTags, useTagOptions } from "../detail/tags-editor.tsx";
import styles from "./bulk.module.css";

interface TagDialogProps {
  items: readonly AssetItem[];
  onClose: () => void;
}

/** Adds and removes tags on many assets in one request. */
export const TagDialog = ({ items, onClose }: TagDialogProps) => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const options = useTagOptions();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const { mutate, isPending, error } = useUpdateAssets();
  const held = [...new Set(items.flatMap(({ tags }) => tags))].map((tag) => ({ value: tag, label: tag }));
  const count = { count: items.length, shown: formatCount(items.length, i18n.language) };
  const save = (): void =>
    mutate({ ids: items.map((item) => item.id), add_tags: added, remove_tags: removed }, { onSuccess: onClose });
  return (
    <Modal
      open
      title={t("assets.tagging.title", count)}
      width={480}
      onCancel={onClose}
      closable={{ "aria-label": t("ui.close") }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t("ui.cancel")}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={isPending}
          disabled={added.length + removed.length === 0}
          onClick={save}
        >
          {t("assets.tagging.action", count)}
        </Button>,
      ]}
    >
      <div className={styles.form}>
        <label htmlFor={`${id}-add`}>{t("assets.tagging.add")}</label>
        <Select
          id={`${id}-add`}
          mode="tags"
          value={added}
          options={options}
          placeholder={t("assets.tagging.placeholder")}
          onChange={(typed: string[]) => setAdded(cleanTags(typed))}
        />
        <label htmlFor={`${id}-remove`}>{t("assets.tagging.remove")}</label>
        <Select
          id={`${id}-remove`}
          mode="multiple"
          value={removed}
          options={held}
          placeholder={t("assets.tagging.removeHint")}
          onChange={(typed: string[]) => setRemoved(typed)}
        />
        {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      </div>
    </Modal>
  );
};
