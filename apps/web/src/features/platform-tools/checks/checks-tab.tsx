import styles from "../tools.module.css";
import type { ToolsAddress } from "../use-tools-address.ts";
import { ChainCard } from "./chain-card.tsx";
import { ExpiryCard } from "./expiry-card.tsx";
import { HeadCard } from "./head-card.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { LookupCard } from "./lookup-card.tsx";

/** Read-only checks. */
export const ChecksTab = ({ address }: { address: ToolsAddress }) => (
  <div className={styles.cards}>
    <LedgerCard />
    <HeadCard />
    <ChainCard />
    <ExpiryCard address={address} />
    <LookupCard />
  </div>
);
