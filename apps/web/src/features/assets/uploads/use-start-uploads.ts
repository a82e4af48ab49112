import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showInDock } from "../../../lib/dock.ts";
import type { FoundFile } from "./dropped-files.ts";
import { startReplacement, startUploads } from "./start-uploads.ts";
import { UploadPanel } from "./upload-panel.tsx";

/** Enqueues files and opens the upload panel, which then stays open across screens. */
export const useStartUploads = (): ((files: readonly FoundFile[], folderId: string | undefined) => void) => {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ files, folderId }: { files: readonly FoundFile[]; folderId: string | undefined }) =>
      startUploads(files, folderId),
    onSettled: () => cache.invalidateQueries({ queryKey: ["assets", "folders"] }),
  });
  return (files, folderId) => {
    showInDock(UploadPanel);
    mutate({ files, folderId });
  };
};

export const replaceAsset = (file: File, assetId: string): void => {
  showInDock(UploadPanel);
  startReplacement(file, assetId);
};
