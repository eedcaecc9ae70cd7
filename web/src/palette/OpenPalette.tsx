/** The palette over the view. */
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { Address } from "../address/address.ts";
import { t } from "../text/text.ts";
import { PaletteField } from "./PaletteField.tsx";
import "./palette.css";

export function OpenPalette({ address, onClose }: { readonly address: Address; readonly onClose: () => void }) {
  return (
    <ModalOverlay className="scrim palette-scrim" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal">
        <AriaDialog className="pop palette" aria-label={t("sidebar.jump")}>
          <PaletteField address={address} onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
