import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** Accepts one file that is dropped on or pasted into an element. */
export const useFileDrop = (onFile: (file: File) => void) => {
  const [isOver, setIsOver] = useState(false);
  // dragenter of a child fires before dragleave of its parent, so count the nesting depth.
  const depth = useRef(0);
  const take = (files: FileList | undefined): boolean => {
    const file = files?.[0];
    if (file) onFile(file);
    return file !== undefined;
  };
  const handlers = {
    onDragEnter: (event: DragEvent): void => {
      event.stopPropagation();
      if (!hasFiles(event)) return;
      depth.current += 1;
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent): void => {
      event.stopPropagation();
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) setIsOver(false);
    },
    onDragOver: (event: DragEvent): void => {
      event.stopPropagation();
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => {
      event.stopPropagation();
      depth.current = 0;
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    },
    // Stopped for text too: events of the dialog bubble through the field that opened it.
    onPaste: (event: ClipboardEvent): void => {
      event.stopPropagation();
      if (take(event.clipboardData.files)) event.preventDefault();
    },
  };
  return { isOver, handlers };
};
