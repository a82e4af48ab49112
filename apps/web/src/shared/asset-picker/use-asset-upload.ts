import type { PickableKind } from "@dailies/contract";
import { hasEnded, isOnItsWay, type UploadItem } from "@dailies/uploader/upload-item";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sourceOfFile } from "../uploads/source-of-file.ts";
import { uploads, useUploadItems } from "../uploads/upload-store.ts";
import { useLeaveWarning } from "../uploads/use-leave-warning.ts";

export interface AssetUpload {
  /** The running or failed upload. */
  item: UploadItem | undefined;
  /** The name of a file of another kind. */
  wrongName: string | undefined;
  start: (file: File | undefined) => void;
  retry: () => void;
  /** Ends the upload, or dismisses its failure. */
  stop: () => void;
}

interface UploadOptions {
  kind: PickableKind;
  folderId?: string | undefined;
  onReady: (assetId: string) => void;
}

/** An unknown type is left to the server's check of the bytes. */
const isOtherKind = (file: File, kind: PickableKind): boolean => file.type !== "" && !file.type.startsWith(`${kind}/`);

/** Uploads one file in place, with the app's queue. Unmounting cancels an unfinished upload. */
export const useAssetUpload = ({ kind, folderId, onReady }: UploadOptions): AssetUpload => {
  const cache = useQueryClient();
  const [id, setId] = useState<string>();
  const [wrongName, setWrongName] = useState<string>();
  const item = useUploadItems().find((each) => each.id === id);
  const latest = useRef(onReady);
  latest.current = onReady;

  const asset = item?.phase === "ready" ? item.asset : undefined;
  useEffect(() => {
    if (!asset) return;
    setId(undefined);
    void cache.invalidateQueries({ queryKey: ["assets"] });
    if (asset.kind === kind) latest.current(asset.id);
    else setWrongName(asset.name);
  }, [asset, kind, cache]);
  useEffect(() => () => void (id !== undefined && uploads.cancel(id)), [id]);
  useLeaveWarning(item !== undefined && isOnItsWay(item));

  return {
    item: asset ? undefined : item,
    wrongName,
    start: (file) => {
      if (!file) return;
      const isWrong = isOtherKind(file, kind);
      setWrongName(isWrong ? file.name : undefined);
      if (!isWrong) setId(uploads.add(sourceOfFile(file), { folderId }));
    },
    retry: () => {
      if (id !== undefined) uploads.retry(id);
    },
    stop: () => {
      setWrongName(undefined);
      if (item && !hasEnded(item)) void uploads.cancel(item.id);
      setId(undefined);
    },
  };
};
