/** Shows or hides the panel. */
import { useSyncExternalStore } from "react";
import { layout } from "../../app/layout.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { t } from "../../text/text.ts";

export function PanelToggle() {
  const { isPanelOpen } = useSyncExternalStore(layout.subscribe, layout.get);
  return (
    <IconButton
      icon="panel"
      label={t(isPanelOpen ? "narrow.hidePanel" : "narrow.showPanel")}
      command="togglePanel"
      isOn={isPanelOpen}
      onPress={() => layout.change({ isPanelOpen: !isPanelOpen })}
    />
  );
}
