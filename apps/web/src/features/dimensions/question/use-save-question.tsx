import type { DimensionItem } from "@dailies/contract";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ChangesTable } from "../changes/changes-table.tsx";
import { useDescribeQuestion } from "../changes/describe.ts";
import { useCreateDimension, useUpdateDimension } from "../dimensions.queries.ts";
import { contentOf, type QuestionDraft } from "./question-draft.ts";
import type { QuestionPanelProps } from "./question-panel-props.ts";

interface SaveQuestionOptions extends Pick<QuestionPanelProps, "address" | "onSaved" | "onEdited"> {
  saved: DimensionItem | undefined;
  draft: QuestionDraft;
  base: QuestionDraft;
  /** The version that was edited; other users may have saved newer ones since. */
  seen: DimensionItem | undefined;
  settle: (item: DimensionItem) => void;
}

interface SaveQuestion {
  save: () => void;
  isBusy: boolean;
  error: unknown;
  dialog: ReactNode;
}

/** Saves in place; for a dimension that is in use, first shows the changes of the next version. */
export const useSaveQuestion = (options: SaveQuestionOptions): SaveQuestion => {
  const { saved, draft, base, seen, settle, address, onSaved, onEdited } = options;
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  const requestKey = useRef<string>(undefined);
  const create = useCreateDimension();
  const update = useUpdateDimension();
  const describe = useDescribeQuestion();
  const store = async (): Promise<void> => {
    setError(undefined);
    if (saved) {
      const body = { ...contentOf(draft), expect_version: (seen ?? saved).version };
      const { versions: _past, ...next } = await update.mutateAsync({ id: saved.id, body });
      settle(next);
      onSaved(next, false);
      return;
    }
    requestKey.current ??= newRequestKey();
    const made = await create.mutateAsync({ key: draft.key, ...contentOf(draft), request_key: requestKey.current });
    requestKey.current = undefined;
    onSaved(made, true);
    onEdited(false);
    // After the guard has learned that there are no unsaved changes.
    setTimeout(() => address.select(made.id, { replace: true }));
  };
  const save = (): void => {
    if (saved?.is_frozen) setIsAsking(true);
    else store().catch(setError);
  };
  const dialog = saved ? (
    <Confirm
      isOpen={isAsking}
      widthPx={720}
      title={t("dimensions.question.nextTitle", { version: saved.version + 1, name: saved.name })}
      effect={
        <>
          <p>{t("dimensions.question.nextEffect", { version: saved.version, count: saved.used_by })}</p>
          <ChangesTable before={describe(base)} after={describe(draft)} />
        </>
      }
      action={t("dimensions.question.next", { version: saved.version + 1 })}
      onConfirm={store}
      onClose={() => setIsAsking(false)}
    />
  ) : null;
  return { save, isBusy: create.isPending || update.isPending, error, dialog };
};
