/** Chooses a channel's colour on the hue ring; lightness and chroma come from the theme. */
import { useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { t } from "../text/text.ts";
import { HueRing } from "./HueRing.tsx";

interface HueDialogProps {
  readonly name: string;
  readonly hue: number;
  readonly onChoose: (hue: number) => void;
  readonly onClose: () => void;
}

export function HueDialog({ name, hue, onChoose, onClose }: HueDialogProps) {
  const [chosen, setChosen] = useState(Math.round(hue));
  return (
    <Dialog title={t("rowMenus.colourOf", { name })} onClose={onClose}>
      <HueRing hue={chosen} onChange={setChosen} />
      <div className="dialog-acts">
        <Button onPress={onClose}>{t("parts.cancel")}</Button>
        <Button
          kind="primary"
          onPress={() => {
            onChoose(chosen);
            onClose();
          }}
        >
          {t("rowMenus.setColour")}
        </Button>
      </div>
    </Dialog>
  );
}
