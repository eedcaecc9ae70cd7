/** The hue ring, used with the pointer or as a slider. */
import type { CSSProperties, PointerEvent } from "react";
import { Icon } from "../parts/Icon.tsx";
import { t } from "../text/text.ts";
import { hueAt } from "./hue-ring.ts";

interface HueRingProps {
  readonly hue: number;
  readonly onChange: (hue: number) => void;
}

export function HueRing({ hue, onChange }: HueRingProps) {
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLLabelElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange(hueAt(clientX - left - width / 2, clientY - top - height / 2));
  };
  return (
    // A label focuses the slider, so that keys continue from the pointer's position.
    <label
      className="hue-ring"
      style={{ "--h": hue } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    >
      <input
        className="sr"
        type="range"
        min={0}
        max={359}
        value={hue}
        aria-label={t("rowMenus.hue")}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <span className="hue-band" aria-hidden="true" />
      <span className="hue-thumb" aria-hidden="true" />
      <span className="tile tile-l" aria-hidden="true">
        <Icon name="hash" />
      </span>
    </label>
  );
}
