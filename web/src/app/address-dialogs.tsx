/** Dialogs that have an address of their own, and stand over the home view there; from a menu or a key, over anything. */
import type { ReactNode } from "react";
import type { Address, DialogName } from "../address/address.ts";
import { Card } from "../card/Card.tsx";
import { About } from "../help/About.tsx";
import { Formatting } from "../help/Formatting.tsx";
import { Keys } from "../help/Keys.tsx";
import { Operators } from "../help/Operators.tsx";
import { InviteDialog } from "../invite/InviteDialog.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { nameOf } from "../state/people.ts";
import { goHome, router } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { openDialog } from "./dialogs.tsx";

const DRAWN: Readonly<Record<DialogName, (close: () => void) => ReactNode>> = {
  "keyboard-shortcuts": (close) => <Keys onClose={close} />,
  "message-formatting": (close) => <Formatting onClose={close} />,
  "search-operators": (close) => <Operators onClose={close} />,
  "about-parley": (close) => <About onClose={close} />,
  invite: (close) => <InviteDialog onClose={close} />,
};

export const openAddressDialog = (name: DialogName): void => openDialog(DRAWN[name]);

/** What the address asks for over the home view. Closing it goes back to where the reader was, or home. */
export function AddressDialog({ address }: { readonly address: Address }) {
  const { store } = useSession();
  const close = () => (router.canGoBack() ? router.back() : goHome(store.state));
  if (address.kind === "dialog") return DRAWN[address.dialog](close);
  return address.kind === "user" ? <PersonDialog userId={address.userId} onClose={close} /> : null;
}

function PersonDialog({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const name = useStore((state) => nameOf(state, userId));
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="card-page">
        <Card userId={userId} onLeave={() => {}} />
      </div>
    </Dialog>
  );
}
