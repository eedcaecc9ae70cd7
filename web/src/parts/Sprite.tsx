/** Every icon, once in the document. */
import { type ReactNode, useSyncExternalStore } from "react";
import { FIRST_ICONS } from "./first-icons.tsx";
import type { LATER_ICONS } from "./later-icons.tsx";

export type IconName = keyof typeof FIRST_ICONS | keyof typeof LATER_ICONS;

/** The data of a path, or more than one. */
type Drawings = Readonly<Record<string, ReactNode>>;

let drawings: Drawings = FIRST_ICONS;
const listeners = new Set<() => void>();

/** Adds the icons of what is loaded later. */
export function addIcons(more: Drawings): void {
  drawings = { ...drawings, ...more };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Sprite() {
  const icons = useSyncExternalStore(subscribe, () => drawings);
  return (
    <svg className="sprite" aria-hidden="true">
      {Object.entries(icons).map(([name, drawing]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 20 20">
          {typeof drawing === "string" ? <path d={drawing} /> : drawing}
        </symbol>
      ))}
    </svg>
  );
}
