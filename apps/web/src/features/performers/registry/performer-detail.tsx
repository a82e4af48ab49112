import type { PerformerItem } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { LineageLine } from "../../../shared/lineage/lineage-line.tsx";
import { Detail } from "../../../ui/detail.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { useCreatePerformer, useUpdatePerformer } from "../performers.queries.ts";
import { PerformerActs } from "./performer-acts.tsx";
import { registrationOf } from "./performer-draft.ts";
import { PerformerForm } from "./performer-form.tsx";
import { PresetChoice } from "./preset-choice.tsx";
import { PRESETS, type Preset, presetOf } from "./presets.ts";

export const NEW = "new";
const WIDTH_PX = 760;

interface PerformerDetailProps {
  detail: ReturnType<typeof useDetailParam>;
  performers: readonly PerformerItem[];
  isLoading: boolean;
}

/** The form of a performer in a drawer: a new one from a preset, or an existing one. */
export const PerformerDetail = ({ detail, performers, isLoading }: PerformerDetailProps) => {
  const { t } = useTranslation();
  const { openId } = detail;
  const performer = performers.find(({ id }) => id === openId);
  return (
    <Detail
      isOpen={openId !== undefined}
      title={openId === NEW ? t("performers.registry.create") : (performer?.name ?? "")}
      widthPx={WIDTH_PX}
      isLoading={isLoading}
      onClose={detail.close}
    >
      {openId === NEW ? <NewPerformer detail={detail} /> : null}
      {performer ? (
        <>
          <LineageLine of={{ kind: "performer", id: performer.id }} name={performer.name} />
          <KnownPerformer key={`${performer.id} ${performer.revision}`} performer={performer} onClose={detail.close} />
        </>
      ) : null}
      {openId !== undefined && openId !== NEW && !performer ? (
        <EmptyState
          picture="lens"
          title={t("performers.registry.missing")}
          action={<Button onClick={detail.close}>{t("performers.registry.backToList")}</Button>}
        >
          {t("performers.registry.missingHint")}
        </EmptyState>
      ) : null}
    </Detail>
  );
};

const GIVEN_FIELDS = ["name", "endpoint", "model"] as const;

/** What the link of another screen fills in, such as that of an inference service; all of it can be changed. */
const givenFields = (params: URLSearchParams): Partial<Record<(typeof GIVEN_FIELDS)[number], string>> =>
  Object.fromEntries(GIVEN_FIELDS.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? ""]] : [])));

const NewPerformer = ({ detail }: Pick<PerformerDetailProps, "detail">) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [params] = useSearchParams();
  const [preset, setPreset] = useState<Preset | undefined>(() => PRESETS.find((name) => name === params.get("preset")));
  const create = useCreatePerformer();
  if (preset === undefined) return <PresetChoice onChoose={setPreset} />;
  const registration = { ...presetOf[preset], ...givenFields(params) };
  return (
    <PerformerForm
      registration={registration}
      performer={undefined}
      action={t("performers.registry.create")}
      onCancel={() => setPreset(undefined)}
      onSubmit={async (fields) => {
        const made = await create.mutateAsync({
          ...fields,
          adapter: registration.adapter,
          service_id: params.get("service") ?? undefined,
        });
        void message.success(t("performers.registry.created", { name: made.name }));
        // Opens the new performer, where its connection can be tested.
        detail.move(made.id);
      }}
    />
  );
};

const KnownPerformer = ({ performer, onClose }: { performer: PerformerItem; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdatePerformer();
  const { adapter, is_enabled, id, revision } = performer;
  return (
    <>
      <PerformerActs performer={performer} onDeleted={onClose} />
      <PerformerForm
        registration={registrationOf(performer)}
        performer={performer}
        action={t("performers.registry.save")}
        onCancel={onClose}
        onSubmit={async ({ secret, ...fields }, removesSecret) => {
          await update.mutateAsync({
            ...fields,
            adapter,
            is_enabled,
            id,
            expected_revision: revision,
            ...(removesSecret ? { secret: null } : secret !== undefined && { secret }),
          });
          void message.success(t("performers.registry.saved", { name: fields.name }));
        }}
      />
    </>
  );
};
