import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { currentUserQuery, useCurrentUser } from "../../../../lib/session.ts";
import { type KeptAnswer, loadAnswers, type Sent, saveAnswers } from "./kept-answers.ts";
import { Outbox, type OutboxState } from "./outbox.ts";

export interface OutboxReactions {
  readonly onSent: (answer: KeptAnswer, sent: Sent) => void;
  readonly onRefused: (answer: KeptAnswer, error: unknown) => void;
}

export interface OpenOutbox extends OutboxState {
  readonly outbox: Outbox;
}

/** The answers of this person that are on their way, those of an earlier visit too. */
export const useOutbox = (reactions: OutboxReactions): OpenOutbox => {
  const { username } = useCurrentUser();
  const client = useQueryClient();
  const latest = useRef(reactions);
  latest.current = reactions;
  const [outbox] = useState(
    () =>
      new Outbox({
        load: () => loadAnswers(username),
        save: (answers) => saveAnswers(username, answers),
        send: ({ body }) => evaluationsCalls.submitJudgement({ body }),
        onSent: (answer, sent) => latest.current.onSent(answer, sent),
        onRefused: (answer, error) => latest.current.onRefused(answer, error),
        // Asking who we are is refused as well, and that leads to the sign-in and back.
        onSignedOut: () => void client.refetchQueries({ queryKey: currentUserQuery.queryKey }),
      }),
  );
  useEffect(() => {
    outbox.flush();
    window.addEventListener("online", outbox.flush);
    return () => {
      window.removeEventListener("online", outbox.flush);
      outbox.stop();
    };
  }, [outbox]);
  const state = useSyncExternalStore(outbox.subscribe, outbox.state);
  return { outbox, ...state };
};
