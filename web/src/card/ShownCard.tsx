/** The card that `openPersonCard` has opened, beside what was clicked. */
import { useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useIsPhone } from "../app/screen.ts";
import { nameOf } from "../state/people.ts";
import { useStore } from "../state/store.ts";
import { Card } from "./Card.tsx";
import { closePersonCard, type OpenedPerson } from "./PersonCard.tsx";

export function ShownCard({ userId, anchor }: OpenedPerson) {
  const trigger = useRef(anchor);
  const isPhone = useIsPhone();
  const name = useStore((state) => nameOf(state, userId));
  return (
    <Popover
      className="pop card-pop"
      triggerRef={trigger}
      // Beside it there is no room on a phone.
      placement={isPhone ? "bottom start" : "right top"}
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
