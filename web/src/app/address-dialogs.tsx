/** Dialogs with their own address, shown over the home view; menus and keys can open them over any view. */
import type { Address, DialogName } from "../address/address.ts";
import { later } from "../parts/later.tsx";
import { Overlay } from "../parts/Overlay.tsx";
import { goHome, router } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { openDialog } from "./dialogs.tsx";

const PersonDialog = later(() => import("../card/PersonDialog.tsx").then((loaded) => loaded.PersonDialog));

const helpPage = (name: keyof typeof import("../help/pages.ts")) =>
  later(() => import("../help/pages.ts").then((loaded) => loaded[name]));

const DIALOGS = {
  "keyboard-shortcuts": helpPage("Keys"),
  "message-formatting": helpPage("Formatting"),
  "search-operators": helpPage("Operators"),
  "about-parley": helpPage("About"),
  invite: later(() => import("../invite/InviteDialog.tsx").then((loaded) => loaded.InviteDialog)),
} as const satisfies Readonly<Record<DialogName, unknown>>;

function AddressedDialog({ name, onClose }: { readonly name: DialogName; readonly onClose: () => void }) {
  const Shown = DIALOGS[name];
  return <Shown onClose={onClose} />;
}

export const openAddressDialog = (name: DialogName): void =>
  openDialog((close) => <AddressedDialog name={name} onClose={close} />);

/** The dialog that the address asks for. Closing it goes back to the previous view, or home. */
export function AddressDialog({ address }: { readonly address: Address }) {
  const { store } = useSession();
  const close = () => (router.canGoBack() ? router.back() : goHome(store.state));
  return (
    <Overlay onClose={close}>
      {address.kind === "dialog" && <AddressedDialog name={address.dialog} onClose={close} />}
      {address.kind === "user" && <PersonDialog userId={address.userId} onClose={close} />}
    </Overlay>
  );
}
