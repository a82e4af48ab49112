import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../lib/use-key.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { ASSETS_KEYS } from "./assets-keys.ts";
import { DropArea } from "./uploads/drop-area.tsx";
import { InterruptedNote } from "./uploads/interrupted-note.tsx";
import { UploadButton } from "./uploads/upload-button.tsx";

/** /platform/uploads: uploading for people who hold MAGI_UPLOAD_ASSETS and do not manage the asset library. */
export const Component = () => {
  const { t } = useTranslation();
  const filesInput = useRef<HTMLInputElement>(null);
  useKey(ASSETS_KEYS.upload.keys, () => filesInput.current?.click());
  return (
    <Page title={t("screens.platformUploads.title")} about={t("screens.platformUploads.purpose")}>
      <InterruptedNote />
      <EmptyState
        title={t("assets.upload.start")}
        action={<UploadButton isFilesOnly folderId={undefined} filesInput={filesInput} />}
      >
        {t("assets.upload.startHint")}
      </EmptyState>
      <DropArea isFilesOnly folderId={undefined} />
    </Page>
  );
};
