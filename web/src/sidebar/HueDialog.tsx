/** The colour of a channel: a place on the ring of hues, since lightness and strength come from the theme. */
import { type CSSProperties, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Icon } from "../parts/Icon.tsx";
import { t } from "../text/text.ts";

interface HueDialogProps {
  readonly name: string;
  readonly hue: number;
  readonly onChoose: (hue: number) => void;
  readonly onClose: () => void;
}

export function HueDialog({ name, hue, onChoose, onClose }: HueDialogProps) {
  const [chosen, setChosen] = useState(Math.round(hue));
  return (
    <Dialog title={t("sidebar.colourOf", { name })} onClose={onClose}>
      <div className="hue-choice" style={{ "--h": chosen } as CSSProperties}>
        <span className="tile tile-l" aria-hidden="true">
          <Icon name="hash" />
        </span>
        <input
          className="hue-range"
          type="range"
          min={0}
          max={359}
          value={chosen}
          aria-label={t("sidebar.hue")}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <div className="dialog-acts">
        <Button onPress={onClose}>{t("parts.cancel")}</Button>
        <Button
          kind="primary"
          onPress={() => {
            onChoose(chosen);
            onClose();
          }}
        >
          {t("sidebar.setColour")}
        </Button>
      </div>
    </Dialog>
  );
}
