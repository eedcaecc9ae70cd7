/** The palette: one field to go anywhere. Ctrl+K, then Enter, returns to the previous place. */
import { useState } from "react";
import type { Address } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { later } from "../parts/later.tsx";
import { Overlay } from "../parts/Overlay.tsx";
import { useNotedPlace } from "./last-places.ts";

const OpenPalette = later(() => import("./OpenPalette.tsx").then((loaded) => loaded.OpenPalette));

export function Palette({ address }: { readonly address: Address }) {
  const [isOpen, setOpen] = useState(false);
  useNotedPlace(address);
  useCommand("palette", () => setOpen(!isOpen));
  const close = () => setOpen(false);
  return <Overlay onClose={close}>{isOpen && <OpenPalette address={address} onClose={close} />}</Overlay>;
}
