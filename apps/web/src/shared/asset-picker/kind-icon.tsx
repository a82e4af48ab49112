import type { AssetItem } from "@dailies/contract";

const SHAPES: Record<AssetItem["kind"], string> = {
  video: "M3 5h14v10H3zM8.5 7.8v4.4l3.6-2.2z",
  image: "M3 5h14v10H3zM4 14l4-4.5 3 3 2.5-2.5L16.5 14M13 8.2v.1",
  audio: "M8 14.5V6l7-1.5V13M8 14.5a2 1.6 0 1 1-2-1.6 2 1.6 0 0 1 2 1.6zM15 13a2 1.6 0 1 1-2-1.6 2 1.6 0 0 1 2 1.6z",
  other: "M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5",
};

/** Inline SVG: a list renders hundreds while it scrolls, and the icon library looks up styles for each. */
export const KindIcon = ({ kind }: { kind: AssetItem["kind"] }) => (
  <svg
    viewBox="0 0 20 20"
    width="1em"
    height="1em"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d={SHAPES[kind]} />
  </svg>
);
