/** The dialogs with their own address. */
import type { DialogName } from "../address/address.ts";
import { About } from "../help/About.tsx";
import { Formatting } from "../help/Formatting.tsx";
import { Keys } from "../help/Keys.tsx";
import { Operators } from "../help/Operators.tsx";
import { later } from "../parts/later.tsx";

const InviteDialog = later(() => import("../invite/InviteDialog.tsx").then((loaded) => loaded.InviteDialog));

const DIALOGS = {
  "keyboard-shortcuts": Keys,
  "message-formatting": Formatting,
  "search-operators": Operators,
  "about-parley": About,
  invite: InviteDialog,
} as const satisfies Readonly<Record<DialogName, unknown>>;

export function AddressedDialog({ name, onClose }: { readonly name: DialogName; readonly onClose: () => void }) {
  const Shown = DIALOGS[name];
  return <Shown onClose={onClose} />;
}
