import type { DimensionItem } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useDeleteDimension } from "../dimensions.queries.ts";

interface PutAwayQuestionProps {
  saved: DimensionItem;
  onGone: () => void;
}

/** Deletes an unused dimension, archives one that is in use, and restores an archived one. */
export const PutAwayQuestion = ({ saved, onGone }: PutAwayQuestionProps) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteDimension();
  if (!saved.may_change) return null;
  if (saved.archived_at !== null) {
    return (
      <Button loading={remove.isPending} onClick={() => remove.mutate({ id: saved.id, is_archived: false })}>
        {t("dimensions.question.bringBack")}
      </Button>
    );
  }
  const act = saved.used_by === 0 ? "delete" : "putAway";
  return (
    <>
      <Button danger type="text" onClick={() => setIsAsking(true)}>
        {t(`dimensions.question.${act}`)}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t(`dimensions.question.${act}Title`, { name: saved.name })}
        effect={t(`dimensions.question.${act}Effect`, { count: saved.used_by })}
        action={t(`dimensions.question.${act}`)}
        onConfirm={async () => {
          const { is_archived } = await remove.mutateAsync({ id: saved.id, is_archived: true });
          if (!is_archived) onGone();
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
