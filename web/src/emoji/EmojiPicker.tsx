/** Offers emoji to choose from. */
import { openDialog } from "../app/dialogs.tsx";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { t } from "../text/text.ts";

export interface PickedEmoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

const POPULAR: readonly (readonly [string, string])[] = [
  ["+1", "1f44d"],
  ["tada", "1f389"],
  ["heart", "2764"],
  ["rocket", "1f680"],
  ["eyes", "1f440"],
];

interface EmojiPickerProps {
  readonly onPick: (emoji: PickedEmoji) => void;
  readonly onClose: () => void;
}

export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  return (
    <Dialog title={t("message.addReaction")} onClose={onClose}>
      <div className="reacts">
        {POPULAR.map(([emoji_name, emoji_code]) => (
          <Button
            key={emoji_code}
            kind="plain"
            aria-label={emoji_name}
            onPress={() => {
              onPick({ emoji_name, emoji_code, reaction_type: "unicode_emoji" });
              onClose();
            }}
          >
            {String.fromCodePoint(Number.parseInt(emoji_code, 16))}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

export function openEmojiPicker(_anchor: Element, onPick: (emoji: PickedEmoji) => void): void {
  openDialog((close) => <EmojiPicker onPick={onPick} onClose={close} />);
}
