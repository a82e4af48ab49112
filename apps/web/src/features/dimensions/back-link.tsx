import { ArrowLeftOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./dimensions.module.css";

/** This screen has no menu, so it needs a back link. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.back}>
    <ArrowLeftOutlined aria-hidden="true" /> {children}
  </Link>
);
