import { DownloadOutlined } from "@ant-design/icons";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { startDownload } from "../../../lib/api/file-guards.ts";
import { useCan } from "../../../lib/session.ts";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { sentRange } from "../../../shared/time-span/range.rules.ts";
import { type ExportKind, exportAddress } from "../credits.queries.ts";
import type { ListTabProps } from "./list-tab.ts";

/** Exports the full list of the range as a file, streamed by the server. */
export const ExportButton = ({ kind, email, address, nowMs }: ListTabProps & { kind: ExportKind }) => {
  const { t } = useTranslation();
  const isOperator = useCan()(PLATFORM_ACCESS.operators);
  const start = useOperatorAct(() => startDownload(exportAddress(kind, email, sentRange(address.range, nowMs))));
  if (!isOperator) return null;
  return (
    <Button size="small" icon={<DownloadOutlined aria-hidden="true" />} onClick={() => start()}>
      {t("credits.export")}
    </Button>
  );
};
