import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import "./mono.css";
import { type CopyState, useCopy } from "./use-copy.ts";

interface MonoProps {
  value: string;
  /** The value's label for the copy button: "request id". Without it there is no button. */
  copyAs?: string;
  /** The number of leading characters shown; the tooltip and the copy have the full value. */
  shownCharacters?: number;
}

const shorten = (value: string, shown: number | undefined): string =>
  shown !== undefined && value.length > shown ? `${value.slice(0, shown)}…` : value;

/** An id, a hash or a seed, in monospace. */
export const Mono = ({ value, copyAs, shownCharacters }: MonoProps) => (
  <span className="ds-mono-value">
    <code className="ds-mono" title={value}>
      {shorten(value, shownCharacters)}
    </code>
    {copyAs === undefined ? null : <CopyButton value={value} what={copyAs} />}
  </span>
);

const CopyButton = ({ value, what }: { value: string; what: string }) => {
  const { t } = useTranslation();
  const { state, copy } = useCopy(value);
  const names: Record<CopyState, string> = {
    idle: t("ui.copy", { what }),
    copied: t("ui.copied"),
    failed: t("ui.copyFailed"),
  };
  return (
    <>
      <IconButton
        size="small"
        name={names[state]}
        icon={state === "copied" ? <CheckOutlined /> : <CopyOutlined />}
        onClick={copy}
      />
      <span role="status" className="ds-visually-hidden">
        {state === "idle" ? "" : names[state]}
      </span>
    </>
  );
};
