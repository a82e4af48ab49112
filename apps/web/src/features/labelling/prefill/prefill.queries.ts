import type { LabelPrefill, LabelPrefillFormat, prefillUpload } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { ApiError } from "../../../lib/api/api-error.ts";
import { labelPrefillCalls } from "../../../lib/api/clients/labelling/label-prefills.ts";
import { sendByXhr } from "../../../shared/uploads/send-by-xhr.ts";
import { useRenew } from "../labelling.queries.ts";

const WATCH_MS = 2_000;
const OPEN: readonly LabelPrefill["status"][] = ["Waiting", "Running"];

export const labelPrefillsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["labelling", "prefills", taskId],
    queryFn: (context) => labelPrefillCalls.listLabelPrefills({ params: { id: taskId } }, context),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => OPEN.includes(status)) ? WATCH_MS : false),
    meta: { silent: true },
  });

export interface ChosenFile {
  readonly file: File;
  readonly format: LabelPrefillFormat;
  /** The same for each attempt with this file, so that it is imported once. */
  readonly requestKey: string;
}

type Upload = z.output<typeof prefillUpload>;

/** Storage has the object already: an earlier attempt arrived, only its answer was lost. */
const ARRIVED = 412;

/** The upload goes past the API; its failures are reported like those of the API. */
const sendFile = async (upload: Upload, file: File, onProgress: (sentBytes: number) => void): Promise<void> => {
  const { signal } = new AbortController();
  const { status } = await sendByXhr({ ...upload, body: file, signal, onProgress }).catch(() => {
    throw new ApiError({ status: 0, code: "network" });
  });
  if (status >= 300 && status !== ARRIVED)
    throw new ApiError({ status, code: "upstream_failed", detail: `storage refused the file (${status})` });
};

/** Announces the file, sends it directly to storage and starts the work. A repeated attempt goes on where the last one ended. */
export const useImportPrefill = (taskId: string) => {
  const renew = useRenew();
  const [sentBytes, setSentBytes] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ file, format, requestKey }: ChosenFile): Promise<LabelPrefill> => {
      setSentBytes(0);
      const body = { file_name: file.name.slice(0, 300), format, size_bytes: file.size, request_key: requestKey };
      const { prefill, upload } = await labelPrefillCalls.createLabelPrefill({ params: { id: taskId }, body });
      if (upload) await sendFile(upload, file, setSentBytes);
      return labelPrefillCalls.startLabelPrefill({ params: { id: prefill.id } });
    },
    onSettled: renew,
  });
  return { mutate, isPending, error, sentBytes };
};

export const useCancelPrefill = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => labelPrefillCalls.cancelLabelPrefill({ params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelPrefillsQuery(taskId).queryKey }),
  });
};
