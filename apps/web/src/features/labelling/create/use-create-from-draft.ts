import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { useCreateTask, useCreateTemplate, useUpdateTemplate } from "../labelling.queries.ts";
import { bodyOf, isTemplateChanged, type TaskDraft } from "./task-draft.ts";

interface SavedTemplate {
  readonly id: string;
  readonly version: number;
  /** The content it was saved with. */
  readonly content: TaskDraft["content"];
}

/** Saves the template if it is new or was changed, then creates the task with that version of it. */
export const useCreateFromDraft = () => {
  const templates = { create: useCreateTemplate().mutateAsync, update: useUpdateTemplate().mutateAsync };
  const createTask = useCreateTask().mutateAsync;
  // A task that was refused must not save its template again.
  const saved = useRef<SavedTemplate>(undefined);
  const templateKey = useRef(newRequestKey());

  const save = async ({ origin, content }: TaskDraft, isChanged: boolean): Promise<SavedTemplate> => {
    if (origin.kind === "saved" && !isChanged) return { ...origin.template, content };
    const before = saved.current;
    if (before && JSON.stringify(before.content) === JSON.stringify(content)) return before;
    const target = before ?? (origin.kind === "saved" ? origin.template : undefined);
    const { name, description, fields } = content;
    const { id, version } = target
      ? await templates.update({ id: target.id, body: { name, description, fields, expect_version: target.version } })
      : await templates.create({ name, description, fields, request_key: templateKey.current });
    saved.current = { id, version, content };
    return saved.current;
  };
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async ({ draft, requestKey }: { draft: TaskDraft; requestKey: string }) =>
      createTask(bodyOf(draft, await save(draft, isTemplateChanged(draft)), requestKey)),
  });
  return {
    create: (draft: TaskDraft, requestKey: string) => mutateAsync({ draft, requestKey }),
    isPending,
    error,
  };
};
