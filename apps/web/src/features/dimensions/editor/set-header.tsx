import { DownloadOutlined, EllipsisOutlined, SaveOutlined } from "@ant-design/icons";
import type { TemplateDetail } from "@dailies/contract";
import { Button, Dropdown, Input, Select, Space } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { BackLink } from "../back-link.tsx";
import styles from "../dimensions.module.css";
import { useDeleteSet, useExportSet } from "../dimensions.queries.ts";
import { keyFrom } from "../question/question-draft.ts";
import type { EditorAddress } from "../use-editor-address.ts";
import type { SetDraft } from "./set-draft.ts";
import type { SaveSet } from "./use-save-set.tsx";

interface SetHeaderProps {
  saved: TemplateDetail | undefined;
  draft: SetDraft;
  isEdited: boolean;
  isReadOnly: boolean;
  isPast: boolean;
  address: EditorAddress;
  saving: SaveSet;
  onChange: (draft: SetDraft) => void;
}

/** The set's name, version, usage and actions. */
export const SetHeader = (props: SetHeaderProps) => {
  const { saved, draft, isEdited, isReadOnly, saving, onChange } = props;
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <title>{`${draft.name || t("dimensions.set.unnamed")} · Dailies`}</title>
      <BackLink to={PATHS.dimensionSetEditor}>{t("dimensions.backToSets")}</BackLink>
      <h1 className="ds-visually-hidden">
        {t("dimensions.set.title", { name: draft.name || t("dimensions.set.unnamed") })}
      </h1>
      <Input
        className={styles.title}
        aria-label={t("dimensions.set.name")}
        aria-invalid={saving.faults.name !== undefined}
        status={saving.faults.name === undefined ? undefined : "error"}
        placeholder={t("dimensions.set.unnamed")}
        maxLength={120}
        value={draft.name}
        disabled={isReadOnly}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <SetState {...props} />
      <Space className={styles.acts}>
        {saved ? <SetMenu saved={saved} address={props.address} /> : null}
        {isEdited && !isReadOnly ? (
          <Button disabled={saving.isBusy} onClick={saving.discard}>
            {t("dimensions.set.discard")}
          </Button>
        ) : null}
        <Button
          type="primary"
          icon={<SaveOutlined aria-hidden="true" />}
          disabled={isReadOnly || !isEdited}
          loading={saving.isBusy}
          onClick={saving.save}
        >
          {saved?.is_frozen && isEdited
            ? t("dimensions.set.saveAs", { version: saved.version + 1 })
            : t("dimensions.set.save")}
        </Button>
      </Space>
    </header>
  );
};

const SetState = ({ saved, isEdited, isPast, address }: SetHeaderProps) => {
  const { t } = useTranslation();
  if (!saved) return <StatusTag tone="warning">{t("dimensions.set.unsaved")}</StatusTag>;
  const newest = saved.versions[0]?.version ?? saved.version;
  return (
    <Space size={8} wrap>
      <Select<number>
        size="small"
        aria-label={t("dimensions.version")}
        value={saved.version}
        options={saved.versions.map(({ version, used_by_count }) => ({
          value: version,
          label: t("dimensions.set.versionLine", { version, count: used_by_count }),
        }))}
        onChange={(version) => address.showVersion(version === newest ? undefined : version)}
      />
      {isPast ? <StatusTag tone="neutral">{t("dimensions.set.past")}</StatusTag> : null}
      {saved.is_frozen && !isPast ? <StatusTag tone="info">{t("dimensions.set.frozen")}</StatusTag> : null}
      {saved.archived_at ? <StatusTag tone="neutral">{t("dimensions.archived")}</StatusTag> : null}
      {saved.may_change ? null : (
        <StatusTag tone="neutral">{t("dimensions.belongsTo", { owner: saved.owner })}</StatusTag>
      )}
      {isEdited ? <StatusTag tone="warning">{t("dimensions.set.edited")}</StatusTag> : null}
    </Space>
  );
};

const SetMenu = ({ saved, address }: { saved: TemplateDetail; address: EditorAddress }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteSet();
  const file = useExportSet();
  const isArchived = saved.archived_at !== null;
  const save = (): void =>
    file.mutate(
      { id: saved.id, version: saved.version },
      {
        onSuccess: (content) =>
          downloadText(
            `${keyFrom(saved.name) || "dimension-set"}-v${saved.version}.json`,
            `${JSON.stringify(content, null, 2)}\n`,
            "application/json",
          ),
      },
    );
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden="true" />} loading={file.isPending} onClick={save}>
        {t("dimensions.set.export")}
      </Button>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            {
              key: "away",
              danger: !isArchived,
              disabled: !saved.may_change,
              label: t(isArchived ? "dimensions.set.bringBack" : "dimensions.set.delete"),
              onClick: () => (isArchived ? remove.mutate({ id: saved.id, is_archived: false }) : setIsAsking(true)),
            },
          ],
        }}
      >
        <Button aria-label={t("dimensions.set.more")} icon={<EllipsisOutlined aria-hidden="true" />} />
      </Dropdown>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("dimensions.set.deleteTitle", { name: saved.name })}
        effect={t("dimensions.set.deleteEffect")}
        action={t("dimensions.set.delete")}
        onConfirm={async () => {
          await remove.mutateAsync({ id: saved.id, is_archived: true });
          address.openSet(undefined);
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
