import type { ReactNode } from "react";
import "./empty-state.css";

interface EmptyStateProps {
  /** "No tasks yet" */
  title: string;
  /** What this list is for, in one sentence. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** A film strip for a list that was never filled, a lens for filters without matches. */
  picture?: "frames" | "lens";
}

export const EmptyState = ({ title, children, action, picture = "frames" }: EmptyStateProps) => (
  <div className="ds-empty">
    {picture === "frames" ? <Frames /> : <Lens />}
    <h2 className="ds-empty-title">{title}</h2>
    <p className="ds-empty-words">{children}</p>
    {action}
  </div>
);

const Frames = () => (
  <svg className="ds-empty-picture" viewBox="0 0 160 96" aria-hidden="true">
    <rect className="ds-empty-back" x="34" y="8" width="92" height="60" rx="6" />
    <rect className="ds-empty-front" x="18" y="20" width="124" height="64" rx="6" />
    <path className="ds-empty-line" d="M18 34h124M18 70h124" />
    <path className="ds-empty-dots" d="M30 27h6M50 27h6M70 27h6M90 27h6M110 27h6M130 27h2" />
    <path className="ds-empty-dots" d="M30 77h6M50 77h6M70 77h6M90 77h6M110 77h6M130 77h2" />
    <path className="ds-empty-accent" d="M73 43.5v17l15-8.5z" />
  </svg>
);

const Lens = () => (
  <svg className="ds-empty-picture" viewBox="0 0 160 96" aria-hidden="true">
    <rect className="ds-empty-back" x="24" y="14" width="112" height="16" rx="4" />
    <rect className="ds-empty-back" x="24" y="38" width="112" height="16" rx="4" />
    <rect className="ds-empty-back" x="24" y="62" width="112" height="16" rx="4" />
    <circle className="ds-empty-front" cx="88" cy="46" r="22" />
    <path className="ds-empty-handle" d="M104 62l16 16" />
    <path className="ds-empty-line" d="M78 46h20" />
  </svg>
);
