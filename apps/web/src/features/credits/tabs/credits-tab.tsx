import type { CreditLot, CreditMovement } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import styles from "../credits.module.css";
import { movementsQuery } from "../credits.queries.ts";
import { ExportButton } from "./export-button.tsx";
import { listQueryOf } from "./list-query.ts";
import type { ListTabProps } from "./list-tab.ts";
import { LotsTable } from "./lots-table.tsx";
import { useMovementColumns } from "./movement-columns.tsx";
import { UserList } from "./user-list.tsx";

const keyOf = ({ seq }: CreditMovement): string => String(seq);

interface CreditsTabProps extends ListTabProps {
  /** Absent for readers who may not see the account. */
  lots: readonly CreditLot[] | undefined;
  onVoid: ((lot: CreditLot) => void) | undefined;
}

/** The lots of the balance, and every movement. */
export const CreditsTab = ({ lots, onVoid, ...tab }: CreditsTabProps) => {
  const canReadMovements = useCan()(PLATFORM_ACCESS.consumption);
  return (
    <>
      {lots ? <LotsTable lots={lots} onVoid={onVoid} /> : null}
      {canReadMovements ? <Movements {...tab} /> : null}
    </>
  );
};

const Movements = (tab: ListTabProps) => {
  const { t } = useTranslation();
  const list = useQuery(movementsQuery(listQueryOf(tab)));
  const columns = useMovementColumns();
  return (
    <>
      <h2 className={styles.heading}>{t("credits.lists.movements.name")}</h2>
      <RangeBar range={tab.address.range} onChange={tab.address.setRange}>
        <ExportButton kind="transaction" {...tab} />
      </RangeBar>
      <UserList kind="movements" columns={columns} rowKey={keyOf} list={list} address={tab.address} />
    </>
  );
};
