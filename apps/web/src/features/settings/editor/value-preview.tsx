import { LockOutlined } from "@ant-design/icons";
import { type FieldSpec, type FieldValue, formatFieldValue } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../ui/format.ts";

interface ValuePreviewProps {
  schema: FieldSpec;
  /** Null if it is sensitive. */
  value: FieldValue | null;
}

const SHOWN_CHARACTERS = 200;

/** A value on one line, for lists. */
export const ValuePreview = ({ schema, value }: ValuePreviewProps) => {
  const { t, i18n } = useTranslation();
  if (value === null) {
    return (
      <span>
        <LockOutlined aria-hidden="true" /> {t("settings.hidden")}
      </span>
    );
  }
  if (typeof value === "boolean") return t(value ? "ui.field.yes" : "ui.field.no");
  if (typeof value === "number") {
    const unit = schema.type === "number" && schema.unit ? ` ${schema.unit}` : "";
    return <span className="ds-number">{`${formatNumber(value, i18n.language)}${unit}`}</span>;
  }
  const words = formatFieldValue(value)
    .split("\n")
    .join(typeof value === "object" ? ", " : " ")
    .slice(0, SHOWN_CHARACTERS);
  return words === "" ? <em>{t("settings.empty")}</em> : <span className="ds-mono">{words}</span>;
};
