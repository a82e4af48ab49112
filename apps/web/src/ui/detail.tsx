import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Drawer } from "antd";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import "./detail.css";
import { ErrorPanel } from "./feedback/error-panel.tsx";
import { Skeleton } from "./feedback/skeleton.tsx";
import { formatCount } from "./format.ts";
import { IconButton } from "./icon-button.tsx";
import { hasModifier, usesOwnKeys } from "./keyboard.ts";

interface DetailProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** Absent for the first and the last of the list. */
  onPrevious?: () => void;
  onNext?: () => void;
  /** The one-based position in the list. */
  position?: { index: number; total: number };
  isLoading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  footer?: ReactNode;
  widthPx?: number;
  children?: ReactNode;
}

/** A drawer over the list. Keep the open id in the URL with `useDetailParam`. */
export const Detail = (props: DetailProps) => {
  const { isOpen, title, onClose, footer, widthPx = 640 } = props;
  const { t } = useTranslation();
  const rememberFocus = useFocusReturn(isOpen);
  useNeighbourKeys(props);
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      afterOpenChange={rememberFocus}
      size={widthPx}
      title={title}
      extra={<Neighbours {...props} />}
      footer={footer}
      closable={{ "aria-label": t("ui.close"), placement: "end" }}
      focusable={{ focusTriggerAfterClose: false }}
      destroyOnHidden
    >
      <DetailBody {...props} />
    </Drawer>
  );
};

const DetailBody = ({ isLoading, error, onRetry, children }: DetailProps) => {
  if (error !== undefined && error !== null) return <ErrorPanel error={error} onRetry={onRetry} />;
  return isLoading ? <Skeleton rows={8} /> : children;
};

const Neighbours = ({ onPrevious, onNext, position }: DetailProps) => {
  const { t, i18n } = useTranslation();
  if (position === undefined) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <span className="ds-detail-neighbours">
      <span className="ds-detail-position ds-number">
        {t("ui.detail.position", { index: count(position.index), total: count(position.total) })}
      </span>
      <IconButton
        size="small"
        name={t("ui.detail.previous")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={onPrevious === undefined}
        onClick={onPrevious}
      />
      <IconButton
        size="small"
        name={t("ui.detail.next")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={onNext === undefined}
        onClick={onNext}
      />
    </span>
  );
};

const useNeighbourKeys = ({ isOpen, onPrevious, onNext }: DetailProps): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const step = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hasModifier(event) || usesOwnKeys(event.target)) return;
      if (event.key === "ArrowLeft") onPrevious?.();
      if (event.key === "ArrowRight") onNext?.();
    };
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  }, [isOpen, onPrevious, onNext]);
};

/**
 * Restores the focus to where it was before the drawer opened: once on close and again after the drawer is gone, because it
 * may hold the focus while sliding out, and with reduced motion no transition end fires.
 */
const useFocusReturn = (isOpen: boolean): ((isShown: boolean) => void) => {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) before.current = document.activeElement;

  useEffect(() => {
    if (wasOpen.current && !isOpen && before.current instanceof HTMLElement) before.current.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (isShown) => {
    if (!isShown && before.current instanceof HTMLElement) before.current.focus();
  };
};
