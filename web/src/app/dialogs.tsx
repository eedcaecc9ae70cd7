/** Dialogs that anything may open, from a key as well as from a menu that has gone by then. One at a time. */
import { type ReactNode, useSyncExternalStore } from "react";

type Draw = (close: () => void) => ReactNode;

let current: { readonly draw: Draw; readonly number: number } | undefined;
let number = 0;
const listeners = new Set<() => void>();

function show(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** `draw` gives a `Dialog`; it is called with what closes it. */
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

const Shown = ({ draw }: { readonly draw: Draw }) => draw(closeDialog);
