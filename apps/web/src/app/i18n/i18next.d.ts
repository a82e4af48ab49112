import "i18next";
import type { en } from "./en.ts";
import type { GroupWords } from "./word-groups.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en & GroupWords };
    strictKeyChecks: true;
  }
}
