import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface DashboardQuery {
  readonly where: string;
  readonly expression: string;
}

/** Every query of every dashboard, with the panel that it is in. */
export const listDashboardQueries = (folder: string): DashboardQuery[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const dashboard = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Dashboard;
      if (`${dashboard.uid}.json` !== file) throw new Error(`${file} must be called like its uid, ${dashboard.uid}`);
      return dashboard.panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ where: `${dashboard.title} > ${title}`, expression: expr })),
      );
    });
