import { CAPABILITIES, type PerformerItem } from "@dailies/contract";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";

type Capabilities = PerformerItem["capabilities"];

interface CapabilitiesInputProps {
  /** Injected by the surrounding form; its other attributes are not valid on a checkbox group. */
  value?: Capabilities;
  onChange?: (capabilities: Capabilities) => void;
}

export const CapabilitiesInput = ({ value = [], onChange }: CapabilitiesInputProps) => {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      value={value}
      options={CAPABILITIES.map((each) => ({ value: each, label: t(`performers.capabilities.${each}`) }))}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
};
