import type { ComponentType } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";

interface GalleryPart {
  key: string;
  title: string;
  about: string;
  Examples: ComponentType;
}

export const FIRST_PART: GalleryPart = {
  key: "theme",
  title: "Theme",
  about: "The colours, sizes and faces that every part reads. No part holds one of its own.",
  Examples: lazyPart(async () => (await import("./pages/theme-examples.tsx")).ThemeExamples),
};

export const GALLERY_PARTS: readonly GalleryPart[] = [
  FIRST_PART,
  {
    key: "page",
    title: "Page",
    about: "The frame of a screen: its name, one sentence on what it is, the main action, the tabs.",
    Examples: lazyPart(async () => (await import("./pages/page-examples.tsx")).PageExamples),
  },
  {
    key: "filter-bar",
    title: "FilterBar",
    about: "Filters as chips. What they hold lives in the address, so a view can be shared.",
    Examples: lazyPart(async () => (await import("./pages/filter-bar-examples.tsx")).FilterBarExamples),
  },
  {
    key: "data-table",
    title: "DataTable",
    about: "Rows of anything, up to 100,000 at once. ↑ ↓ j k move, Enter opens.",
    Examples: lazyPart(async () => (await import("./pages/data-table-examples.tsx")).DataTableExamples),
  },
  {
    key: "detail",
    title: "Detail",
    about: "One row over its list. ← → go to the neighbours, Esc closes; the address follows.",
    Examples: lazyPart(async () => (await import("./pages/detail-examples.tsx")).DetailExamples),
  },
  {
    key: "confirm",
    title: "Confirm",
    about: "Asks before an act: names the object, says the effect, keeps a failure inside.",
    Examples: lazyPart(async () => (await import("./pages/confirm-examples.tsx")).ConfirmExamples),
  },
  {
    key: "form",
    title: "ZodForm",
    about: "A form whose limits and messages come from the schema of the call it makes.",
    Examples: lazyPart(async () => (await import("./pages/form-examples.tsx")).FormExamples),
  },
  {
    key: "field",
    title: "FieldControl",
    about: "One control for the five field types. It checks while one types, by the rule the server asks.",
    Examples: lazyPart(async () => (await import("./pages/field-examples.tsx")).FieldExamples),
  },
  {
    key: "empty-state",
    title: "EmptyState",
    about: "What stands where nothing is yet: what the place is for, and one action.",
    Examples: lazyPart(async () => (await import("./pages/empty-state-examples.tsx")).EmptyStateExamples),
  },
  {
    key: "error-panel",
    title: "ErrorPanel",
    about: "What failed, the request id to quote, and a way to try again.",
    Examples: lazyPart(async () => (await import("./pages/error-panel-examples.tsx")).ErrorPanelExamples),
  },
  {
    key: "status-tag",
    title: "StatusTag",
    about: "Four colours for status, always with an icon and a word.",
    Examples: lazyPart(async () => (await import("./pages/status-tag-examples.tsx")).StatusTagExamples),
  },
  {
    key: "progress",
    title: "Progress",
    about: "Long work: how much is done, how fast, how long still, and a cancel.",
    Examples: lazyPart(async () => (await import("./pages/progress-examples.tsx")).ProgressExamples),
  },
  {
    key: "stat",
    title: "Stat",
    about: "One number with its unit, its half-width, its n and where it moved.",
    Examples: lazyPart(async () => (await import("./pages/stat-examples.tsx")).StatExamples),
  },
  {
    key: "chart",
    title: "Chart",
    about: "Lines and bars with their intervals, and the same numbers as a table.",
    Examples: lazyPart(async () => (await import("./pages/chart-examples.tsx")).ChartExamples),
  },
  {
    key: "clip",
    title: "Clip",
    about: "Footage in its 16:9 place: poster, scrub under the pointer or by ← →, play by click or Enter.",
    Examples: lazyPart(async () => (await import("./pages/clip-examples.tsx")).ClipExamples),
  },
  {
    key: "synced-player",
    title: "SyncedPlayer",
    about: "Two to nine clips on one clock. The slowest leads, those ahead are held, and nothing is skipped.",
    Examples: lazyPart(async () => (await import("./pages/synced-player-examples.tsx")).SyncedPlayerExamples),
  },
  {
    key: "skeleton",
    title: "Skeleton",
    about: "Holds the place of what is on its way.",
    Examples: lazyPart(async () => (await import("./pages/skeleton-examples.tsx")).SkeletonExamples),
  },
  {
    key: "numbers",
    title: "Numbers",
    about: "How counts, sizes, durations and money are written.",
    Examples: lazyPart(async () => (await import("./pages/number-examples.tsx")).NumberExamples),
  },
  {
    key: "small",
    title: "Time, IconButton, Mono",
    about: "The small parts: moments, buttons without words, ids.",
    Examples: lazyPart(async () => (await import("./pages/small-examples.tsx")).SmallExamples),
  },
];
