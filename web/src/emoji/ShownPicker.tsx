/** The picker beside the element that opened it. */
import { useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { t } from "../text/text.ts";
import { closeEmojiPicker, type Picking } from "./open-picker.ts";

export function ShownPicker({ picking: { anchor, onPick, withTones, Picker } }: { readonly picking: Picking }) {
  const trigger = useRef(anchor);
  return (
    <Popover
      className="pop emoji-pop"
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) closeEmojiPicker();
      }}
    >
      <Dialog className="emoji-dialog" aria-label={t("emoji.picker")}>
        <Picker withTones={withTones} onPick={onPick} onClose={closeEmojiPicker} />
      </Dialog>
    </Popover>
  );
}
