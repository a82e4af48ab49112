import { createTemplateBody, type TemplateDetail } from "@dailies/contract";
import { App } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ChangesTable } from "../changes/changes-table.tsx";
import { useDescribeSet } from "../changes/describe.ts";
import { useCreateSet, useUpdateSet } from "../dimensions.queries.ts";
import type { EditorAddress } from "../use-editor-address.ts";
import { BLANK_SET, bodyOf, draftOf } from "./set-draft.ts";
import type { SetDraftState } from "./use-set-draft.ts";

interface SaveSetOptions {
  saved: TemplateDetail | undefined;
  state: SetDraftState;
  address: EditorAddress;
  isReadOnly: boolean;
}

export interface SaveSet {
  save: () => void;
  /** Resets to the saved state, including other users' changes. */
  discard: () => void;
  isBusy: boolean;
  /** A new set was saved and its URL is about to open. */
  isLeaving: boolean;
  /** Why saving failed. */
  error: unknown;
  /** By field; set after the first attempt to save. */
  faults: Record<string, string>;
  dialog: ReactNode;
}

/** Saves in place; for a set that is already in use, first shows the changes of the next version. */
export const useSaveSet = ({ saved, state, address, isReadOnly }: SaveSetOptions): SaveSet => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { draft, isEdited, settle } = state;
  const [isTried, setIsTried] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [error, setError] = useState<unknown>();
  // Idempotency key of the current form, kept until a response arrives, so that a second click creates no second set.
  const requestKey = useRef<string>(undefined);
  // The version that was edited; other users may have saved newer ones since.
  const [seen, setSeen] = useState(saved?.version);
  if (!isEdited && seen !== saved?.version) setSeen(saved?.version);
  const create = useCreateSet();
  const update = useUpdateSet();
  const describe = useDescribeSet();

  const faults = faultsOf(draft);
  const store = async (): Promise<void> => {
    if (saved) {
      const next = await update.mutateAsync({
        id: saved.id,
        body: { ...bodyOf(draft), expect_version: seen ?? saved.version },
      });
      settle(draftOf(next));
      void message.success(t("dimensions.set.saved", { version: next.version }));
      return;
    }
    requestKey.current ??= newRequestKey();
    setIsLeaving(true);
    const made = await create
      .mutateAsync({ ...bodyOf(draft), request_key: requestKey.current })
      .catch((error: unknown) => {
        setIsLeaving(false);
        throw error;
      });
    requestKey.current = undefined;
    settle(draftOf(made));
    address.openSet(made.id, { replace: true });
  };
  const save = (): void => {
    setIsTried(true);
    if (isReadOnly || !isEdited || Object.keys(faults).length > 0) return;
    if (saved?.is_frozen) setIsAsking(true);
    else {
      setError(undefined);
      store().catch(setError);
    }
  };
  const dialog = saved ? (
    <Confirm
      isOpen={isAsking}
      widthPx={720}
      title={t("dimensions.set.nextTitle", { version: saved.version + 1, name: saved.name })}
      effect={
        <>
          <p>{t("dimensions.set.nextEffect", { version: saved.version })}</p>
          <ChangesTable before={describe(draftOf(saved))} after={describe(draft)} />
        </>
      }
      action={t("dimensions.set.next", { version: saved.version + 1 })}
      onConfirm={store}
      onClose={() => setIsAsking(false)}
    />
  ) : null;
  const discard = (): void => {
    setError(undefined);
    settle(saved ? draftOf(saved) : BLANK_SET);
  };
  const isBusy = create.isPending || update.isPending;
  return { save, discard, isBusy, isLeaving, error, faults: isTried ? faults : {}, dialog };
};

const SOME_KEY = "019a0000-0000-7000-8000-000000000000";

const faultsOf = (draft: SetDraftState["draft"]): Record<string, string> => {
  const parsed = createTemplateBody.safeParse({ ...bodyOf(draft), request_key: SOME_KEY });
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) faults[String(path[0] ?? "")] ??= message;
  return faults;
};
