import type { ReactNode } from "react";
import "./status-tag.css";

export const STATUS_TONES = ["success", "warning", "error", "info", "neutral"] as const;
export type StatusTone = (typeof STATUS_TONES)[number];

interface StatusTagProps {
  /** Four colours for four kinds of status; neutral is for what has not started or does not matter. */
  tone: StatusTone;
  /** The label: colour alone never conveys a status. */
  children: string;
}

/** Inline SVG, because tables mount hundreds of tags while they scroll, and the icon library looks up styles for each. */
const icon = (mark: string): ReactNode => (
  <svg className="ds-status-icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.25" />
    <path d={mark} />
  </svg>
);

export const STATUS_ICONS: Record<StatusTone, ReactNode> = {
  success: icon("M5.5 8.2l1.8 1.8 3.4-3.8"),
  warning: icon("M8 4.8v3.8M8 11v.1"),
  error: icon("M6 6l4 4M10 6l-4 4"),
  info: icon("M8 7.4v3.8M8 5v-.1"),
  neutral: icon("M8 4.8V8l2 1.4"),
};

export const StatusTag = ({ tone, children }: StatusTagProps) => (
  <span className={`ds-status ds-status-${tone}`}>
    {STATUS_ICONS[tone]}
    {children}
  </span>
);
