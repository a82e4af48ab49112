import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { dropKept, keepBody, keepKey, readKept } from "../../lib/api/kept-request.ts";
import { useOperatorCheck } from "../operator-check.ts";

export interface Once<Body, Reply> {
  /** When its dialog opens: the key is made there and lasts until the answer. */
  begin: () => string;
  send: (body: Body) => Promise<Reply>;
  isSending: boolean;
  /** Sent, perhaps before a reload, and no answer was seen: nothing else is sent until it is settled. */
  unanswered: Body | undefined;
  /** Lets go of the key, and of what was not answered. */
  giveUp: () => void;
}

interface OnceOptions<Body, Reply> {
  act: string;
  schema: z.ZodType<Body>;
  send: (body: Body, key: string) => Promise<Reply>;
  onDone: (reply: Reply, body: Body) => void;
}

/** A refusal is an answer. A fault of the server or of the line says nothing about what happened. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500;

/** An act of an operator with one effect, however often its button is pressed and the page is loaded meanwhile. */
export const useIdempotentMutation = <Body extends object, Reply>(
  options: OnceOptions<Body, Reply>,
): Once<Body, Reply> => {
  const { act, schema, send, onDone } = options;
  const check = useOperatorCheck();
  const [unanswered, setUnanswered] = useState(() => schema.safeParse(readKept(act)?.body).data);
  const settle = (): void => {
    dropKept(act);
    setUnanswered(undefined);
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (body: Body) => {
      await check();
      const key = keepBody(act, body);
      try {
        return await send(body, key);
      } catch (error) {
        if (isAnswered(error)) settle();
        else setUnanswered(body);
        throw error;
      }
    },
    onSuccess: (reply, body) => {
      settle();
      onDone(reply, body);
    },
  });
  return { begin: () => keepKey(act), send: mutateAsync, isSending: isPending, unanswered, giveUp: settle };
};

/**
 * One dialog, one effect: it makes the key, a second click waits for the answer of the first, and without an answer it
 * gives way to the strip that knows how to go on.
 */
export const useOnceDialog = <Body, Reply>(
  { begin, send, unanswered }: Once<Body, Reply>,
  onClose: () => void,
): ((body: Body) => Promise<Reply>) => {
  const asked = useRef<Promise<Reply> | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the dialog opens.
  useEffect(() => void begin(), []);
  const isUnsure = unanswered !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it becomes unsure; closing twice would do no harm.
  useEffect(() => {
    if (isUnsure) onClose();
  }, [isUnsure]);
  return (body) => {
    asked.current ??= send(body).catch((error: unknown) => {
      asked.current = undefined;
      throw error;
    });
    return asked.current;
  };
};
