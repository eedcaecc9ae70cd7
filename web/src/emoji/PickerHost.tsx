/** Renders the picker when something opens it. */
import { useSyncExternalStore } from "react";
import { later } from "../parts/later.tsx";
import { currentPicking, onPickingChange } from "./open-picker.ts";

const ShownPicker = later(() => import("./ShownPicker.tsx").then((loaded) => loaded.ShownPicker));

export function PickerHost() {
  const picking = useSyncExternalStore(onPickingChange, currentPicking);
  return picking ? <ShownPicker picking={picking} /> : null;
}
