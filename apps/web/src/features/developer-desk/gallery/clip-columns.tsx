import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import type { SampleClip } from "./sample-clips.ts";

export const CLIP_COLUMNS: readonly Column<SampleClip>[] = [
  {
    key: "id",
    title: "Clip",
    widthPx: 120,
    isFixed: true,
    isSortable: true,
    render: (clip) => <Mono value={clip.id} />,
  },
  { key: "prompt", title: "Prompt", widthPx: 220, render: (clip) => <span title={clip.prompt}>{clip.prompt}</span> },
  { key: "model", title: "Model", widthPx: 140, isSortable: true, render: (clip) => clip.model },
  {
    key: "status",
    title: "Status",
    widthPx: 150,
    render: (clip) => <StatusTag tone={clip.tone}>{clip.status}</StatusTag>,
  },
  {
    key: "frames",
    title: "Frames",
    widthPx: 90,
    isNumeric: true,
    isSortable: true,
    render: (clip) => formatCount(clip.frames),
  },
  {
    key: "size",
    title: "Size",
    widthPx: 90,
    isNumeric: true,
    isExtra: true,
    render: (clip) => formatBytes(clip.sizeBytes),
  },
  { key: "took", title: "Took", widthPx: 100, isNumeric: true, render: (clip) => formatDuration(clip.renderedMs) },
  { key: "created", title: "Created", widthPx: 130, render: (clip) => <Time at={clip.createdAt} /> },
];

export const clipKey = (clip: SampleClip): string => clip.id;
