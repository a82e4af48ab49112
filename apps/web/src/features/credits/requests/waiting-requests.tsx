import type { GrantRequest } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../../lib/session.ts";
import styles from "../../../shared/approvals/approvals.module.css";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { waitingRequestsQuery } from "../credits.queries.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import requestStyles from "./requests.module.css";
import type { Decision } from "./use-decide.ts";

interface WaitingRequestsProps {
  /** If a user is open, only their requests are listed, and the others are counted. */
  email: string | undefined;
  onOpenUser: (email: string) => void;
}

const isAbout =
  (email: string | undefined) =>
  (request: GrantRequest): boolean =>
    email === undefined || request.user_email.toLowerCase() === email.toLowerCase();

/** Grants above the limit that wait for a second person's approval. */
export const WaitingRequests = ({ email, onOpenUser }: WaitingRequestsProps) => {
  const { t } = useTranslation();
  const headingId = useId();
  const list = useQuery(waitingRequestsQuery);
  const [asked, setAsked] = useState<{ request: GrantRequest; decision: Decision }>();
  const decide = useOperatorAct(setAsked);
  const shown = list.data?.items.filter(isAbout(email)) ?? [];
  const others = (list.data?.total ?? 0) - shown.length;
  if (list.error && !list.data)
    return (
      <ErrorPanel
        isCompact
        title={t("credits.requests.failed")}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (shown.length === 0 && others <= 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {shown.length === 0 ? t("credits.requests.elsewhere", { count: others }) : t("credits.requests.title")}
        {shown.length === 0 ? (
          <Button size="small" type="link" onClick={() => onOpenUser("")}>
            {t("credits.requests.showAll")}
          </Button>
        ) : null}
      </h2>
      {shown.length === 0 ? null : (
        <ul className={styles.list}>
          {shown.map((request) => (
            <RequestLine
              key={request.id}
              request={request}
              onOpenUser={email === undefined ? onOpenUser : undefined}
              onDecide={(decision) => decide({ request, decision })}
            />
          ))}
        </ul>
      )}
      {asked ? <DecideDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </section>
  );
};

interface RequestLineProps {
  request: GrantRequest;
  onOpenUser: ((email: string) => void) | undefined;
  onDecide: (decision: Decision) => void;
}

const RequestLine = ({ request, onOpenUser, onDecide }: RequestLineProps) => {
  const { t, i18n } = useTranslation();
  const isOwn = useCurrentUser().username === request.requested_by;
  const { user_email: email } = request;
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.what}>
          {t("credits.requests.what", { count: request.amount, amount: formatCount(request.amount, i18n.language) })}{" "}
          {onOpenUser ? (
            <button type="button" className={requestStyles.link} onClick={() => onOpenUser(email)}>
              {email}
            </button>
          ) : (
            email
          )}
        </p>
        <p className={styles.why}>
          {t("credits.requests.askedBy", { who: request.requested_by })} <Time at={request.requested_at} /> ·{" "}
          {t(`credits.categories.${request.category}`)} · {request.reason}
        </p>
      </div>
      {isOwn ? (
        <p className={styles.why}>{t("credits.requests.own")}</p>
      ) : (
        <div className={styles.buttons}>
          <Button size="small" onClick={() => onDecide("rejected")}>
            {t("credits.requests.reject")}
          </Button>
          <Button size="small" type="primary" onClick={() => onDecide("approved")}>
            {t("credits.requests.approve")}
          </Button>
        </div>
      )}
    </li>
  );
};
