import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import type { ShownSecret } from "./secret-dialog.tsx";
import { useCredentialAct } from "./use-credential-act.ts";

type Body = Parameters<typeof platformToolsCalls.createServiceCredential>[0]["body"];

/** A 4xx is a response. A 5xx or network error does not tell whether the credential exists. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500;

/** Creates a credential once. After a lost response the same form is sent again under the same key. */
export const useCreateCredential = () => {
  const act = useCredentialAct((body: Body) => platformToolsCalls.createServiceCredential({ body }));
  const unanswered = useRef<{ form: string; key: string }>(undefined);
  const [isUnsure, setIsUnsure] = useState(false);
  const create = async (body: Body): Promise<ShownSecret> => {
    const form = JSON.stringify(body);
    const key = unanswered.current?.form === form ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { form, key };
    try {
      return await act({ ...body, idempotency_key: key });
    } catch (error) {
      setIsUnsure(!isAnswered(error));
      if (isAnswered(error)) unanswered.current = undefined;
      throw error;
    }
  };
  return { create, isUnsure };
};
