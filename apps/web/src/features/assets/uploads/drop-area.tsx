import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "../assets.module.css";
import { filesOfDrop } from "./dropped-files.ts";
import { useStartUploads } from "./use-start-uploads.ts";

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

interface DropAreaProps {
  folderId: string | undefined;
  /** Takes the files of a dropped folder without creating the folder. */
  isFilesOnly?: boolean;
}

/** Accepts files and folders dropped anywhere on the page. */
export const DropArea = ({ folderId, isFilesOnly = false }: DropAreaProps) => {
  const { t } = useTranslation();
  const start = useStartUploads();
  const take = useRef<(event: DragEvent) => void>(undefined);
  take.current = ({ dataTransfer }) => {
    if (!dataTransfer) return;
    void filesOfDrop(dataTransfer).then((files) =>
      start(isFilesOnly ? files.map(({ file }) => ({ file, path: [] })) : files, folderId),
    );
  };
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // dragenter of a child fires before dragleave of its parent, so count the nesting depth.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setIsOver(false);
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const end = (event: DragEvent): void => {
      depth = 0;
      setIsOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      take.current?.(event);
    };
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener("dragenter", enter, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("drop", end, { signal });
    return () => controller.abort();
  }, []);

  if (!isOver) return null;
  return (
    <div className={styles.drop}>
      <p className={styles.dropWords}>{t("assets.upload.drop")}</p>
    </div>
  );
};
