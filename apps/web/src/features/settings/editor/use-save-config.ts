import type { ConfigItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { configQuery, useUpdateConfig } from "../settings.queries.ts";
import { type ConfigDraft, updateOf } from "./config-draft.ts";

interface SaveConfigOptions {
  draft: ConfigDraft;
  onSaved: (item: ConfigItem) => void;
}

interface Saving {
  save: () => void;
  /** Saves the edits on top of another user's version. */
  saveOver: (theirs: ConfigItem) => void;
  isSaving: boolean;
  /** An error other than a conflict. */
  error: unknown;
  /** The conflicting version; null if the key was deleted. */
  theirs: ConfigItem | null | undefined;
  dismiss: () => void;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "conflict" || error.code === "not_found");

/** Saves a draft; on a conflict fetches the other version, so that neither is lost. */
export const useSaveConfig = ({ draft, onSaved }: SaveConfigOptions): Saving => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const cache = useQueryClient();
  const { mutate, isPending, error } = useUpdateConfig();
  const [theirs, setTheirs] = useState<ConfigItem | null>();

  const send = (expectedVersion: number): void =>
    mutate(updateOf(draft, expectedVersion), {
      onSuccess: (item) => {
        setTheirs(undefined);
        onSaved(item);
        void message.success(t("settings.detail.saved", { version: item.version }));
      },
      onError: async (failure) => {
        if (isConflict(failure)) setTheirs(await cache.fetchQuery({ ...configQuery(draft.base.key), staleTime: 0 }));
      },
    });

  return {
    save: () => send(draft.base.version),
    saveOver: (taken) => send(taken.version),
    isSaving: isPending,
    error: error === null || isConflict(error) ? undefined : error,
    theirs,
    dismiss: () => setTheirs(undefined),
  };
};
