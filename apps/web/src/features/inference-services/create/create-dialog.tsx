import type { ServiceKind } from "@dailies/contract";
import { SERVICE_KINDS } from "@dailies/contract/inference-services/schemas";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { experimentRunAddress } from "../../../lib/paths.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { type Body, useCreateService } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { EndpointForm } from "./endpoint-form.tsx";
import { ServeServiceForm } from "./serve-form.tsx";

interface CreateDialogProps {
  /** The run whose checkpoint the service is made for. */
  runId: string | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Creates a service on a cluster, or registers an endpoint that others run. */
export const CreateDialog = ({ runId, onSaved, onClose }: CreateDialogProps) => {
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const [kind, setKind] = useState<ServiceKind>("Ray Serve");
  const create = useCreateService();
  const save = async (body: Body<"createService">): Promise<void> => {
    onSaved((await create.mutateAsync({ ...body, run_id: runId })).id);
  };
  return (
    <FormDialog title={t("services.create.title")} widthPx={720} isBusy={create.isPending} onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.notes}>
            <Segmented<ServiceKind>
              block
              value={kind}
              aria-label={t("services.column.kind")}
              options={SERVICE_KINDS.map((value) => ({ value, label: t(`services.kind.${value}`) }))}
              onChange={setKind}
            />
            <p className={styles.quiet}>{t(`services.create.about.${kind}`)}</p>
            {runId === undefined ? null : (
              <p className={styles.quiet}>
                {t("services.create.forRun")} <Link to={experimentRunAddress(runId)}>{t("services.create.run")}</Link>
              </p>
            )}
          </div>
          {kind === "HTTP endpoint" ? (
            <EndpointForm requestKey={requestKey} save={save} close={close} />
          ) : (
            <ServeServiceForm requestKey={requestKey} save={save} close={close} />
          )}
        </>
      )}
    </FormDialog>
  );
};
