import { DownOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Dropdown, Space } from "antd";
import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { filesOfInput } from "./dropped-files.ts";
import { useStartUploads } from "./use-start-uploads.ts";

/** Supported by every browser but not standardized, so missing from the types. */
const WHOLE_FOLDERS = { webkitdirectory: "" };

interface UploadButtonProps {
  folderId: string | undefined;
  /** Lets a shortcut open the same file picker. */
  filesInput: RefObject<HTMLInputElement | null>;
  /** For users who may upload but not create folders. */
  isFilesOnly?: boolean;
}

/** The button uploads files, the arrow next to it a whole folder. */
export const UploadButton = ({ folderId, filesInput, isFilesOnly = false }: UploadButtonProps) => {
  const { t } = useTranslation();
  const start = useStartUploads();
  const folderInput = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    if (input.files && input.files.length > 0) start(filesOfInput(input.files), folderId);
    input.value = "";
  };
  return (
    <>
      <Space.Compact>
        <Button type="primary" icon={<UploadOutlined aria-hidden="true" />} onClick={() => filesInput.current?.click()}>
          {t("assets.upload.files")}
        </Button>
        {isFilesOnly ? null : (
          <Dropdown
            autoFocus
            trigger={["click"]}
            menu={{
              items: [{ key: "folder", label: t("assets.upload.folder"), onClick: () => folderInput.current?.click() }],
            }}
          >
            <Button type="primary" aria-label={t("assets.upload.more")} icon={<DownOutlined aria-hidden="true" />} />
          </Dropdown>
        )}
      </Space.Compact>
      <input
        ref={filesInput}
        type="file"
        multiple
        hidden
        aria-label={t("assets.upload.files")}
        onChange={({ target }) => take(target)}
      />
      <input
        ref={folderInput}
        type="file"
        hidden
        {...WHOLE_FOLDERS}
        aria-label={t("assets.upload.folder")}
        onChange={({ target }) => take(target)}
      />
    </>
  );
};
