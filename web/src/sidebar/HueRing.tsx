/** The ring of hues: a place on it is chosen with the pointer, or with the keys of a slider. */
import { type CSSProperties, type PointerEvent, useRef } from "react";
import { Icon } from "../parts/Icon.tsx";
import { t } from "../text/text.ts";
import { hueAt } from "./hue-ring.ts";

interface HueRingProps {
  readonly hue: number;
  readonly onChange: (hue: number) => void;
}

export function HueRing({ hue, onChange }: HueRingProps) {
  const slider = useRef<HTMLInputElement>(null);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange(hueAt(clientX - left - width / 2, clientY - top - height / 2));
  };
  return (
    <div
      className="hue-ring"
      style={{ "--h": hue } as CSSProperties}
      // The slider keeps the focus, so that keys go on from where the pointer left.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        slider.current?.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    >
      <input
        ref={slider}
        className="sr"
        type="range"
        min={0}
        max={359}
        value={hue}
        aria-label={t("sidebar.hue")}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <span className="hue-band" aria-hidden="true" />
      <span className="hue-thumb" aria-hidden="true" />
      <span className="tile tile-l" aria-hidden="true">
        <Icon name="hash" />
      </span>
    </div>
  );
}
