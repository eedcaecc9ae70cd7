/** Dialogs with their own address, shown over the home view; menus and keys can open them over any view. */
import type { ReactNode } from "react";
import type { Address, DialogName } from "../address/address.ts";
import { later } from "../parts/later.tsx";
import { goHome, router } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { openDialog } from "./dialogs.tsx";

const PersonDialog = later(() => import("../card/PersonDialog.tsx").then((loaded) => loaded.PersonDialog));
const About = later(() => import("../help/About.tsx").then((loaded) => loaded.About));
const Formatting = later(() => import("../help/Formatting.tsx").then((loaded) => loaded.Formatting));
const Keys = later(() => import("../help/Keys.tsx").then((loaded) => loaded.Keys));
const Operators = later(() => import("../help/Operators.tsx").then((loaded) => loaded.Operators));
const InviteDialog = later(() => import("../invite/InviteDialog.tsx").then((loaded) => loaded.InviteDialog));

const DRAWN: Readonly<Record<DialogName, (close: () => void) => ReactNode>> = {
  "keyboard-shortcuts": (close) => <Keys onClose={close} />,
  "message-formatting": (close) => <Formatting onClose={close} />,
  "search-operators": (close) => <Operators onClose={close} />,
  "about-parley": (close) => <About onClose={close} />,
  invite: (close) => <InviteDialog onClose={close} />,
};

export const openAddressDialog = (name: DialogName): void => openDialog(DRAWN[name]);

/** The dialog that the address asks for. Closing it goes back to the previous view, or home. */
export function AddressDialog({ address }: { readonly address: Address }) {
  const { store } = useSession();
  const close = () => (router.canGoBack() ? router.back() : goHome(store.state));
  if (address.kind === "dialog") return DRAWN[address.dialog](close);
  return address.kind === "user" ? <PersonDialog userId={address.userId} onClose={close} /> : null;
}
