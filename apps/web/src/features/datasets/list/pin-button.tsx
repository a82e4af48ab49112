import { PushpinFilled, PushpinOutlined } from "@ant-design/icons";
import type { DatasetSummary } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

interface PinButtonProps {
  dataset: DatasetSummary;
  onPin: (dataset: DatasetSummary) => void;
}

/** Pins a dataset to the top of the user's own list, or unpins it. */
export const PinButton = ({ dataset, onPin }: PinButtonProps) => {
  const { t } = useTranslation();
  const { is_pinned: isPinned, name } = dataset;
  return (
    <Button
      type="text"
      size="small"
      aria-pressed={isPinned}
      aria-label={t("datasets.acts.pinOne", { name })}
      title={t(isPinned ? "datasets.acts.unpin" : "datasets.acts.pin")}
      icon={isPinned ? <PushpinFilled aria-hidden="true" /> : <PushpinOutlined aria-hidden="true" />}
      onClick={(event) => {
        event.stopPropagation();
        onPin(dataset);
      }}
    />
  );
};
