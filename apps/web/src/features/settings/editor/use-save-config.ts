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
  /** Saves the edits on top of a version that somebody else made. */
  saveOver: (theirs: ConfigItem) => void;
  isSaving: boolean;
  /** A failure that is no conflict. */
  error: unknown;
  /** What somebody saved before us; null when the key is gone. */
  theirs: ConfigItem | null | undefined;
  dismiss: () => void;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "conflict" || error.code === "not_found");

/** Saves a draft; when somebody was quicker, fetches their version instead of losing either. */
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
