/** The search field over a view that has none of its own. */
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { t } from "../../text/text.ts";
import { SearchField } from "./SearchField.tsx";
import "../../palette/palette.css";

export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay className="scrim palette-scrim" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal search-modal">
        <AriaDialog className="search-over" aria-label={t("search.field")}>
          <SearchField terms={[]} isActive onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
