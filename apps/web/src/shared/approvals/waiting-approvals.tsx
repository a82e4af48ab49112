import type { ApprovalRequest } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useCurrentUser } from "../../lib/session.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Time } from "../../ui/time.tsx";
import { useOperatorAct } from "../operator-check.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import styles from "./approvals.module.css";
import { type ApprovalDecision, type ApprovalKind, pendingApprovalsQuery } from "./approvals.queries.ts";
import { DecideApprovalDialog } from "./decide-approval-dialog.tsx";

/** What waits for a second administrator; for those who may decide. Shows nothing when nothing waits. */
export const WaitingApprovals = ({ kind }: { kind: ApprovalKind }) => {
  const may = useCan()({ permission: "MAGI_ADMIN" });
  return may ? <WaitingList kind={kind} /> : null;
};

const WaitingList = ({ kind }: { kind: ApprovalKind }) => {
  const { t } = useTranslation();
  const headingId = useId();
  const list = useQuery(pendingApprovalsQuery(kind));
  const [asked, setAsked] = useState<{ request: ApprovalRequest; decision: ApprovalDecision }>();
  const decide = useOperatorAct(setAsked);
  const items = list.data?.items ?? [];
  if (list.error && !list.data) {
    const retry = (): void => void list.refetch();
    return <ErrorPanel isCompact title={t("shared.approvals.failed")} error={list.error} onRetry={retry} />;
  }
  if (items.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t("shared.approvals.title", { count: list.data?.total ?? 0 })}
      </h2>
      <ul className={styles.list}>
        {items.map((request) => (
          <RequestLine key={request.id} request={request} onDecide={(decision) => decide({ request, decision })} />
        ))}
      </ul>
      {asked ? <DecideApprovalDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </section>
  );
};

interface RequestLineProps {
  request: ApprovalRequest;
  onDecide: (decision: ApprovalDecision) => void;
}

const RequestLine = ({ request, onDecide }: RequestLineProps) => {
  const { t } = useTranslation();
  const isOwn = useCurrentUser().username === request.requested_by;
  const { kind, target, details } = request;
  const act = kind === "service_credential" && details.act === "rotate" ? "rotation" : kind;
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.what}>{t(`shared.approvals.what.${act}`, { target })}</p>
        <ApprovalFacts request={request} />
        <p className={styles.why}>
          {t("shared.approvals.askedBy", { who: request.requested_by })} <Time at={request.requested_at} />
          {request.reason === "" ? null : ` · ${request.reason}`}
        </p>
        {isOwn ? <p className={styles.why}>{t("shared.approvals.own")}</p> : null}
      </div>
      <div className={styles.buttons}>
        <Button
          size="small"
          aria-label={t(`shared.approvals.${isOwn ? "withdraw" : "reject"}Named`, { target })}
          onClick={() => onDecide("rejected")}
        >
          {t(`shared.approvals.${isOwn ? "withdraw" : "reject"}`)}
        </Button>
        {isOwn ? null : (
          <Button
            size="small"
            type="primary"
            aria-label={t("shared.approvals.approveNamed", { target })}
            onClick={() => onDecide("approved")}
          >
            {t("shared.approvals.approve")}
          </Button>
        )}
      </div>
    </li>
  );
};
