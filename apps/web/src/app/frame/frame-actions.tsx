import { type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { useDocked } from "../../lib/dock.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { loadWithWords } from "../../lib/load-words.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { useKey } from "../../lib/use-key.ts";
import { FRAME_KEYS } from "./keys.ts";
import { type FrameActionSet, FrameActionsContext } from "./use-frame-actions.ts";

interface Shortcuts {
  openPalette: () => void;
  openKeysHelp: () => void;
}

/** The UI kit sets this attribute on its search boxes. */
const focusSearchBox = (): void => document.querySelector<HTMLElement>("[data-search-box]")?.focus();

const useShortcuts = ({ openPalette, openKeysHelp }: Shortcuts): void => {
  useKey(FRAME_KEYS.palette.keys, openPalette);
  useKey(FRAME_KEYS.help.keys, openKeysHelp);
  useKey(FRAME_KEYS.search.keys, focusSearchBox);
};

const Palette = lazyPart(
  async () => (await loadWithWords(["palette"], () => import("../palette/palette.tsx"))).Palette,
);
const KeysHelp = lazyPart(async () => (await import("./keys-help.tsx")).KeysHelp);
const PasswordGate = lazyPart(
  async () => (await loadWithWords(["auth"], () => import("../gates/password-gate.tsx"))).PasswordGate,
);
const SecondFactorDialog = lazyPart(
  async () =>
    (
      await loadWithWords(
        ["auth", "secondFactors", "ui"],
        () => import("../../features/auth/second-factor/second-factor-dialog.tsx"),
      )
    ).SecondFactorDialog,
);

type Opened = "palette" | "keys" | "password" | "second-factor" | undefined;

/** The dialogs that can open on any screen; each is loaded lazily. */
export const FrameActions = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState<Opened>();
  const hasPassword = useCurrentUser().is_password_set;
  const close = useCallback(() => setOpened(undefined), []);
  const actions = useMemo<FrameActionSet>(
    () => ({
      openPalette: () => setOpened("palette"),
      openKeysHelp: () => setOpened("keys"),
      openSetPassword: () => setOpened("password"),
      openSecondFactor: () => setOpened("second-factor"),
    }),
    [],
  );
  const Docked = useDocked();
  useShortcuts(actions);
  return (
    <FrameActionsContext value={actions}>
      {children}
      {Docked && <Docked />}
      <Suspense>
        {opened === "palette" && <Palette onClose={close} />}
        {opened === "keys" && <KeysHelp onClose={close} />}
        {opened === "second-factor" && <SecondFactorDialog onClose={close} />}
        {(opened === "password" || !hasPassword) && (
          <PasswordGate isAsked={opened === "password"} hasPassword={hasPassword} onClose={close} />
        )}
      </Suspense>
    </FrameActionsContext>
  );
};
