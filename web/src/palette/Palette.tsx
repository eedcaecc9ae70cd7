/** The palette: one field that leads everywhere. Ctrl+K, Enter goes back to where the reader was. */
import { useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { Address } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { t } from "../text/text.ts";
import { useNotedPlace } from "./last-places.ts";
import { PaletteField } from "./PaletteField.tsx";
import "./palette.css";

export function Palette({ address }: { readonly address: Address }) {
  const [isOpen, setOpen] = useState(false);
  useNotedPlace(address);
  useCommand("palette", () => setOpen(!isOpen));
  if (!isOpen) return null;
  return (
    <ModalOverlay className="scrim palette-scrim" isOpen isDismissable onOpenChange={setOpen}>
      <Modal className="modal">
        <AriaDialog className="pop palette" aria-label={t("sidebar.jump")}>
          <PaletteField address={address} onClose={() => setOpen(false)} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
