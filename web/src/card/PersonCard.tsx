/** The card of a person, beside what was clicked. */
import { useRef, useSyncExternalStore } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { nameOf } from "../state/people.ts";
import { useStore } from "../state/store.ts";
import { Card } from "./Card.tsx";
import "./card.css";

interface Opened {
  readonly userId: number;
  readonly anchor: Element;
}

let current: Opened | undefined;
const listeners = new Set<() => void>();

function show(next: Opened | undefined): void {
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
  return card ? <Shown key={card.userId} {...card} /> : null;
}

function Shown({ userId, anchor }: Opened) {
  const trigger = useRef(anchor);
  const name = useStore((state) => nameOf(state, userId));
  return (
    <Popover
      className="pop card-pop"
      triggerRef={trigger}
      placement="right top"
      offset={8}
      isOpen
      onOpenChange={(isOpen) => !isOpen && closePersonCard()}
    >
      <Dialog className="card" aria-label={name}>
        <Card userId={userId} onLeave={closePersonCard} />
      </Dialog>
    </Popover>
  );
}
