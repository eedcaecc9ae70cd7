/** Dialogs that anything can open, from keys or from menus that have closed by then. One at a time. */
import { type ReactNode, useSyncExternalStore } from "react";
import { Overlay } from "../parts/Overlay.tsx";

type Draw = (close: () => void) => ReactNode;

let current: { readonly draw: Draw; readonly number: number } | undefined;
let number = 0;
const listeners = new Set<() => void>();

function show(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** `draw` returns a `Dialog`; it receives the function that closes it. */
export function openDialog(draw: Draw): void {
  number += 1;
  show({ draw, number });
}

const closeDialog = (): void => show(undefined);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Dialogs() {
  const dialog = useSyncExternalStore(subscribe, () => current);
  return dialog ? <Shown key={dialog.number} draw={dialog.draw} /> : null;
}

const Shown = ({ draw }: { readonly draw: Draw }) => (
  <Overlay onClose={closeDialog}>
    <Drawn draw={draw} />
  </Overlay>
);

const Drawn = ({ draw }: { readonly draw: Draw }) => draw(closeDialog);
