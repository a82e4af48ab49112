import { useTranslation } from "react-i18next";
import { SessionsPanel } from "../features/auth/sessions-panel.tsx";
import { useSignOnName } from "../features/auth/sign-on/sign-on.queries.ts";
import { SignOnPanel } from "../features/auth/sign-on/sign-on-panel.tsx";
import { changelogText } from "../features/home/changelog-text.ts";
import { ChangesPanel } from "../features/home/changes-panel.tsx";
import { HomeLayout } from "../features/home/home-layout.tsx";
import { QueuePanel } from "../features/home/queue-panel.tsx";
import { RunningPanel } from "../features/home/running-panel.tsx";
import { type ScreenEntry, ScreensPanel } from "../features/home/screens-panel.tsx";
import { Section } from "../features/home/section.tsx";
import { SharedPanel } from "../features/home/shared-panel.tsx";
import { PATHS } from "../lib/paths.ts";
import { useCan, useCurrentUser } from "../lib/session.ts";
import { useFrameActions } from "./frame/use-frame-actions.ts";
import { useOpenScreens } from "./use-open-screens.ts";

const useScreenEntries = (): ScreenEntry[] => {
  const { t } = useTranslation();
  return useOpenScreens()
    .filter((screen) => screen.path !== PATHS.home && screen.path !== PATHS.sharedBoard)
    .map((screen) => ({
      path: screen.path,
      group: screen.shell,
      title: t(`screens.${screen.title}.title`),
      purpose: t(`screens.${screen.title}.purpose`),
      isBuilt: screen.isBuilt,
    }));
};

/** The start page: the user's queue first, then everything else. */
export const Component = () => {
  const { t } = useTranslation();
  const { openSetPassword } = useFrameActions();
  const screens = useScreenEntries();
  const can = useCan();
  const { is_external: isExternal } = useCurrentUser();
  const provider = useSignOnName();
  return (
    <HomeLayout
      about={t("screens.home.purpose")}
      main={
        <>
          <Section title={t("home.queue.title")}>
            <QueuePanel onSetPassword={openSetPassword} />
          </Section>
          {can({ permission: "USE_VERSION_1_0" }) ? (
            <Section title={t("home.running.title")}>
              <RunningPanel />
            </Section>
          ) : null}
          <SharedPanel />
          <Section title={t("home.places.title")}>
            <ScreensPanel screens={screens} />
          </Section>
        </>
      }
      beside={
        <>
          <Section title={t("sessions.title")}>
            <SessionsPanel />
          </Section>
          {provider === undefined ? null : (
            <Section title={t("auth.signOn.title")}>
              <SignOnPanel name={provider} />
            </Section>
          )}
          {/* They tell of administration, which external people have no part in. */}
          {isExternal ? null : (
            <Section title={t("home.changes.title")}>
              <ChangesPanel changelog={changelogText} />
            </Section>
          )}
        </>
      }
    />
  );
};
