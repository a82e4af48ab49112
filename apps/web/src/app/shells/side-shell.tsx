import type { ReactNode } from "react";
import { BellButton } from "./bell-button.tsx";
import { Content, SkipLink } from "./content.tsx";
import { PaletteButton } from "./header-links.tsx";
import styles from "./shells.module.css";
import { UserMenu } from "./user-menu.tsx";

export const SideShell = ({ menu }: { menu: ReactNode }) => (
  <div className={styles.sideShell}>
    <SkipLink />
    {menu}
    <div className={styles.sideBody}>
      <header className={styles.header}>
        <div className={styles.headerEnd}>
          <PaletteButton />
          <BellButton />
          <UserMenu />
        </div>
      </header>
      <Content />
    </div>
  </div>
);
