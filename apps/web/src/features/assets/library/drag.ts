import type { DragEvent } from "react";

const ASSETS = "application/x-dailies-assets";
const FOLDER = "application/x-dailies-folder";

/** The kind of item being dragged over the page; browsers expose the ids only on drop. */
export const dragKind = ({ dataTransfer: { types } }: DragEvent): "assets" | "folder" | "files" | undefined => {
  if (types.includes(ASSETS)) return "assets";
  if (types.includes(FOLDER)) return "folder";
  return types.includes("Files") ? "files" : undefined;
};

export const dragAssets = (event: DragEvent, ids: readonly string[]): void => {
  event.dataTransfer.setData(ASSETS, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = "move";
};

export const dragFolder = (event: DragEvent, id: string): void => {
  event.dataTransfer.setData(FOLDER, id);
  event.dataTransfer.effectAllowed = "move";
};

export const droppedAssets = ({ dataTransfer }: DragEvent): string[] =>
  JSON.parse(dataTransfer.getData(ASSETS) || "[]") as string[];

export const droppedFolder = ({ dataTransfer }: DragEvent): string => dataTransfer.getData(FOLDER);
