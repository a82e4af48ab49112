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

/** The user's outbox, including judgements of an earlier visit. */
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
        // Refetching the current user returns 401 too, which redirects to the login and back.
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
