/** Renders the picker when something opens it. */
import { useSyncExternalStore } from "react";
import { useCommand } from "../keyboard/useCommand.ts";
import { later } from "../parts/later.tsx";
import { Overlay } from "../parts/Overlay.tsx";
import { closeEmojiPicker, currentPicking, onPickingChange } from "./open-picker.ts";

const ShownPicker = later(() => import("./ShownPicker.tsx").then((loaded) => loaded.ShownPicker));

export function PickerHost() {
  const picking = useSyncExternalStore(onPickingChange, currentPicking);
  // Until it is loaded and has the focus, the key would go to the view behind it.
  useCommand("escape", closeEmojiPicker, { isEnabled: picking !== undefined });
  return <Overlay onClose={closeEmojiPicker}>{picking && <ShownPicker picking={picking} />}</Overlay>;
}
