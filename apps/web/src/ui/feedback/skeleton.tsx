import { useTranslation } from "react-i18next";
import "./skeleton.css";

interface SkeletonProps {
  /** The number of lines, about as many as the content will have. */
  rows?: number;
}

// Uneven lengths look like text; a fixed order keeps them from jumping.
const WIDTHS = ["92%", "78%", "85%", "64%", "88%", "71%"];

/** Placeholder lines while text loads. */
export const Skeleton = ({ rows = 4 }: SkeletonProps) => {
  const { t } = useTranslation();
  return (
    <div role="status" className="ds-skeleton">
      <span className="ds-visually-hidden">{t("ui.loading")}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <SkeletonLine key={row} width={WIDTHS[row % WIDTHS.length]} />
      ))}
    </div>
  );
};

export const SkeletonLine = ({ width }: { width?: string }) => (
  <span aria-hidden="true" className="ds-skeleton-line" style={{ width }} />
);
