import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "../exports.module.css";
import { type LarkBase, useCreateBase } from "../exports.queries.ts";

/** Creates a base in Lark that is shared with the user. */
export const NewBase = ({ onMade }: { onMade: (base: LarkBase & { link: string }) => void }) => {
  const { t } = useTranslation();
  const ids = { name: useId(), folder: useId() };
  const [name, setName] = useState("");
  const [folder, setFolder] = useState("");
  const create = useCreateBase();
  const send = (): void => {
    const link = folder.trim();
    const body = { name: name.trim(), ...(link !== "" && { folder_link: link }) };
    create.mutate(body, { onSuccess: onMade });
  };
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={ids.name}>{t("exports.lark.baseName")}</label>
        <Input
          id={ids.name}
          className={styles.narrow ?? ""}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={ids.folder}>{t("exports.lark.folder")}</label>
        <Input
          id={ids.folder}
          value={folder}
          maxLength={1_000}
          placeholder="https://example.feishu.cn/drive/folder/…"
          onChange={(event) => setFolder(event.target.value)}
        />
        <p className={styles.hint}>{t("exports.lark.folderHint")}</p>
      </div>
      <div>
        <Button loading={create.isPending} disabled={name.trim() === ""} onClick={send}>
          {t("exports.lark.createBase")}
        </Button>
      </div>
      {create.error ? (
        <ErrorPanel isCompact title={t("exports.lark.createFailed")} error={create.error} onRetry={send} />
      ) : null}
    </>
  );
};
