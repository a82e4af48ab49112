import { DeleteOutlined, EditOutlined, ReloadOutlined } from "@ant-design/icons";
import { useState } from "react";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Mono } from "../../../../ui/mono.tsx";
import { Time } from "../../../../ui/time.tsx";
import { Example } from "../example.tsx";

const HOUR_MS = 3_600_000;

const Times = () => {
  const [now] = useState(() => Date.now());
  return (
    <div className="gallery-card gallery-row">
      {[0, HOUR_MS / 5, 5 * HOUR_MS, 30 * HOUR_MS, -2 * HOUR_MS].map((ago) => (
        <Time key={ago} at={new Date(now - ago).toISOString()} />
      ))}
    </div>
  );
};

const Buttons = () => {
  const [presses, setPresses] = useState(0);
  const press = (): void => setPresses(presses + 1);
  return (
    <div className="gallery-card gallery-row">
      <IconButton name="Reload the sample" icon={<ReloadOutlined aria-hidden="true" />} onClick={press} />
      <IconButton name="Rename the sample" size="small" icon={<EditOutlined aria-hidden="true" />} onClick={press} />
      <IconButton name="Delete the sample" isDisabled icon={<DeleteOutlined aria-hidden="true" />} />
      <span className="ds-number">pressed {presses} times</span>
    </div>
  );
};

export const SmallExamples = () => (
  <>
    <Example state="Time: the exact moment and its zone are on hover">
      <Times />
    </Example>
    <Example state="IconButton: medium, small, disabled">
      <Buttons />
    </Example>
    <Example state="Mono: short with a copy, whole, without a copy">
      <div className="gallery-card gallery-row">
        <Mono value="0197f3aa-5c1e-7d20-9b1f-000000000000" shownCharacters={8} copyAs="sample id" />
        <Mono value="9f86d081884c7d659a2feaa0c55ad015" copyAs="sample hash" />
        <Mono value="42" />
      </div>
    </Example>
  </>
);
