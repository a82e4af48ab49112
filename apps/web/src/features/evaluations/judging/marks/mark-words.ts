import type { DefectMark } from "@dailies/contract";
import { useTranslation } from "react-i18next";

/** "B · flicker: the left hand" */
export const useMarkWords = (): ((mark: DefectMark) => string) => {
  const { t } = useTranslation();
  return ({ slot, tag, note }) => {
    const kind = `${slot} · ${t(`evaluations.marks.tags.${tag}`)}`;
    return note ? `${kind}: ${note}` : kind;
  };
};
