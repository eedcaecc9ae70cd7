/** Opens the card of a person beside what was clicked. */
import { useSyncExternalStore } from "react";
import { useCommand } from "../keyboard/useCommand.ts";
import { later } from "../parts/later.tsx";
import { Overlay } from "../parts/Overlay.tsx";

const ShownCard = later(() => import("./ShownCard.tsx").then((loaded) => loaded.ShownCard));

export interface OpenedPerson {
  readonly userId: number;
  readonly anchor: Element;
}

let current: OpenedPerson | undefined;
const listeners = new Set<() => void>();

function show(next: OpenedPerson | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

export const openPersonCard = (userId: number, anchor: Element): void => show({ userId, anchor });
export const closePersonCard = (): void => show(undefined);

export function OpenedCard() {
  const card = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  // Until it is loaded and has the focus, the key would go to the view behind it.
  useCommand("escape", closePersonCard, { isEnabled: card !== undefined });
  return <Overlay onClose={closePersonCard}>{card && <ShownCard key={card.userId} {...card} />}</Overlay>;
}
